//! Requests of a page.

mod get_network_request;
mod list_network_requests;

pub use get_network_request::GetNetworkRequest;
pub use list_network_requests::ListNetworkRequests;
