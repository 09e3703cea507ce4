//! Protocol messages to what answers them.

#![expect(
    deprecated,
    reason = "logging is deprecated from 2026-07-28 on; the clients before it still set its level"
)]

use crate::{App, call::call, client, connection::Connection, definition, order::Ticket};
use render::text::{cut, one_line};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, Service,
    model::{
        CacheScope, CallToolRequestParams, CallToolResponse, ClientNotification, ClientRequest,
        CustomRequest, CustomResult, ErrorCode, Implementation, InitializeRequestParams,
        InitializeResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
        ServerCapabilities, ServerConfig, ServerResult, SetLevelRequestParams, SubscriptionFilter,
    },
    service::{NotificationContext, RequestContext, SubscriptionContext},
};
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::sync::Arc;
use tools::Services;

/// How long a client of 2026-07-28 may keep the list of tools, which never changes while the server runs.
const LIST_FRESH_MS: u64 = 3_600_000;

/// Answers the messages of one connection.
pub(crate) struct Router {
    app: Arc<App>,
    connection: Arc<Connection>,
}

impl Router {
    pub fn new(app: Arc<App>, connection: Arc<Connection>) -> Self {
        Self { app, connection }
    }

    fn list(&self) -> ListToolsResult {
        let options = self.app.settings.schema_options();
        let tools = self.app.gate().open_tools();
        let definitions = tools.map(|tool| definition::definition(tool, options));
        ListToolsResult::with_all_items(definitions.collect())
    }
}

impl ServerHandler for Router {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_logging()
            .enable_tools()
            .enable_tool_list_changed()
            .build();
        let server = Implementation::new("chrome_devtools", self.app.settings.version.clone())
            .with_title("devtap");
        ServerConfig::new(capabilities).with_server_info(server)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let info = self.negotiate_initialize(&request)?;
        let client = &request.client_info;
        tracing::info!(name = %client.name, version = %client.version, protocol = %info.protocol_version, "client");
        let mut agreed = request;
        agreed.protocol_version = info.protocol_version.clone();
        context.peer.set_peer_info(agreed);
        Ok(info)
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.connection.roots.ask(context.peer);
    }

    async fn on_roots_list_changed(&self, context: NotificationContext<RoleServer>) {
        self.connection.roots.ask(context.peer);
    }

    /// Accepted and without effect: nothing is logged to the client.
    async fn set_level(
        &self,
        _: SetLevelRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut list = self.list();
        if client::is_stateless(&context) {
            list.ttl_ms = Some(LIST_FRESH_MS);
            list.cache_scope = Some(CacheScope::Public);
        }
        Ok(list)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let entry = self
            .app
            .gate()
            .enter(&request.name)
            .map_err(|reason| ErrorData::invalid_params(reason, None))?;
        let (client, progress) = client::of(&self.connection, &context);
        let services = Services::new(client, Arc::clone(&self.app.settings.tools));
        let ended = async {
            tokio::select! {
                () = context.ct.cancelled() => {}
                () = self.connection.ended() => {}
            }
        };
        let arguments = request.arguments.unwrap_or_default();
        // Drawn when the request was read.
        let ticket = context.extensions.get::<Arc<Ticket>>().cloned();
        let ticket = ticket.unwrap_or_else(|| self.connection.order.draw());
        let work = call(&self.app, entry, arguments, services, &ticket, ended);
        let result = match progress {
            Some(progress) => progress.alongside(work).await,
            None => work.await,
        };
        Ok(result.into())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        tokio::select! {
            () = context.cancelled() => {}
            () = self.connection.closing() => {}
        }
        Ok(())
    }

    /// What arrives here has a method that nobody knows, or parameters that do not fit a known one.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let misfit = match request.method.as_str() {
            "tools/call" => misfit::<CallToolRequestParams>(&request),
            "initialize" => misfit::<InitializeRequestParams>(&request),
            "logging/setLevel" => misfit::<SetLevelRequestParams>(&request),
            "tools/list" | "ping" | "server/discover" => "params is an object".to_owned(),
            unknown => {
                let method = cut(&one_line(unknown), 100, "...");
                let message = format!("Method {method} not found");
                return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None));
            }
        };
        let message = format!("Invalid params for {}: {misfit}", request.method);
        Err(ErrorData::invalid_params(message, None))
    }
}

/// Why the parameters of a request do not fit.
fn misfit<T: DeserializeOwned>(request: &CustomRequest) -> String {
    match request.params_as::<T>() {
        Ok(None) => "params is missing".to_owned(),
        Ok(Some(_)) => "params is an object".to_owned(),
        Err(error) => cut(&one_line(&error.to_string()), 300, "..."),
    }
}

/// The router as rmcp runs it, with the annotations added that rmcp's types do not carry.
pub(crate) struct Wire(pub Router);

impl Service<RoleServer> for Wire {
    async fn handle_request(
        &self,
        request: ClientRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        let result = Service::handle_request(&self.0, request, context).await?;
        let ServerResult::ListToolsResult(list) = result else {
            return Ok(result);
        };
        let mut list = serde_json::to_value(list)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        definition::complete_annotations(&mut list, self.0.app.gate());
        Ok(ServerResult::CustomResult(CustomResult::new(list)))
    }

    async fn handle_notification(
        &self,
        notification: ClientNotification,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Service::handle_notification(&self.0, notification, context).await
    }

    fn get_info(&self) -> ServerConfig {
        ServerHandler::get_info(&self.0)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        ServerHandler::supported_protocol_versions(&self.0)
    }
}
