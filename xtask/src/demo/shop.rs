//! The shop's server: its page, its own API, and the read-only look into its database.

use super::database::Database;
use crate::cargo;
use serde_json::{Value, json};
use std::sync::Arc;
use testkit::site::{Builder, Request, Response, Site};

/// What the browser's session is recognised by. The demo has one user.
const SESSION: &str = "shop_session=mia";

/// Starts the shop over this database.
pub fn start(database: Database) -> Site {
    let database = Arc::new(database);
    let mut site = Site::empty()
        .folder(cargo::workspace().join("demo"))
        .route("/", |_| home());
    for table in ["customers", "leads", "orders", "products"] {
        let rows = Arc::clone(&database);
        site = site.route(&format!("/api/{table}"), move |_| {
            answer(
                rows.rows(table)
                    .map(Value::Array)
                    .map_err(|error| error.to_string()),
            )
        });
    }
    let site = site.route("/api/flags", |request| {
        signed_in(request, |_| Response::json(&flags()))
    });
    with_changes(site, &database).start()
}

fn with_changes(site: Builder, database: &Arc<Database>) -> Builder {
    let (leads, inspected) = (Arc::clone(database), Arc::clone(database));
    site.route("/api/leads/assign", move |request| {
        signed_in(request, |request| assign(&leads, request))
    })
    .route("/api/debug/db-inspect", move |request| {
        signed_in(request, |request| {
            let (table, limit) = (request.parameter("table"), request.parameter("limit"));
            answer(inspected.inspect(table.as_deref(), limit.as_deref()))
        })
    })
}

fn home() -> Response {
    match std::fs::read_to_string(cargo::workspace().join("demo/index.html")) {
        Ok(html) => Response::html(html).header(
            "Set-Cookie",
            &format!("{SESSION}; Path=/; HttpOnly; SameSite=Strict"),
        ),
        Err(_) => Response::status(404),
    }
}

/// Answers only the browser's session, as a site's own server would.
fn signed_in(request: &Request, then: impl FnOnce(&Request) -> Response) -> Response {
    let cookies = request.header("cookie").unwrap_or_default();
    if cookies.split("; ").any(|cookie| cookie == SESSION) {
        then(request)
    } else {
        Response::new(
            401,
            "application/json",
            json!({"error": "sign in first"}).to_string(),
        )
    }
}

/// The flags of this session. The roll-out lists `beta-search-v2` for the whole team, yet the session is in the control
/// group of the experiment and does not get it.
fn flags() -> Value {
    json!({
        "rollout": {"new-ui-enabled": "everyone", "beta-search-v2": "team sales"},
        "session": {
            "new-ui-enabled": true,
            "beta-search-v2": false,
            "experiment-group": "control",
            "log-level": "debug",
        },
    })
}

fn assign(database: &Database, request: &Request) -> Response {
    let wish: Value = serde_json::from_slice(&request.body).unwrap_or_default();
    let (Some(lead), Some(owner)) = (wish["lead"].as_i64(), wish["owner"].as_str()) else {
        return answer(Err("`lead` and `owner` are needed".to_owned()));
    };
    match database.assign(lead, owner) {
        Ok(true) => Response::json(&json!({"lead": lead, "owner": owner})),
        Ok(false) => Response::status(404),
        Err(error) => answer(Err(error.to_string())),
    }
}

fn answer(outcome: Result<Value, String>) -> Response {
    match outcome {
        Ok(value) => Response::json(&value),
        Err(error) => Response::new(400, "application/json", json!({"error": error}).to_string()),
    }
}
