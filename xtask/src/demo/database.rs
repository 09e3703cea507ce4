//! The shop's database: a real SQLite file, the same on every run.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, Row};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// Tables that the inspection endpoint shows. What is not in this list can't be asked for.
const INSPECTED: [&str; 4] = ["customers", "leads", "orders", "products"];

/// Rows shown when the caller names no limit.
const DEFAULT_LIMIT: u32 = 5;

/// Most rows shown.
const LIMIT: u32 = 100;

const SCHEMA: &str = "
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL);
CREATE TABLE leads (id INTEGER PRIMARY KEY, company TEXT NOT NULL, value_cents INTEGER NOT NULL,
                    stage TEXT NOT NULL, owner TEXT NOT NULL);
CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price_cents INTEGER NOT NULL);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(id),
                     placed_on TEXT NOT NULL, subtotal_cents INTEGER NOT NULL, tax_cents INTEGER NOT NULL,
                     total_cents INTEGER NOT NULL, tax_rule TEXT NOT NULL);
";

const CUSTOMERS: [(&str, &str); 6] = [
    ("Ada Moreau", "Lyon"),
    ("Bruno Keller", "Basel"),
    ("Chiara Conti", "Torino"),
    ("Daan de Vries", "Utrecht"),
    ("Elif Aydın", "İzmir"),
    ("Freya Lund", "Aarhus"),
];

const LEADS: [(&str, u32, &str, &str); 6] = [
    ("Harbour Café", 480_000, "contacted", "Mia"),
    ("Old Mill Hotel", 1_250_000, "offer", "Jonas"),
    ("Studio Birch", 320_000, "new", "Mia"),
    ("Lakeside School", 890_000, "contacted", "Ines"),
    ("Tram 7 Bakery", 210_000, "new", "Jonas"),
    ("Fern & Fathers", 640_000, "offer", "Ines"),
];

const PRODUCTS: [(&str, u32); 4] = [
    ("Oak side table", 18_900),
    ("Wool throw", 7_450),
    ("Paper lamp", 4_900),
    ("Pine shelf", 12_600),
];

/// Subtotals in cents; tax is a fifth of them, but for the last order, where the shop's checkout took the wrong rule.
const SUBTOTALS: [u32; 8] = [18_900, 12_350, 7_450, 31_500, 24_250, 4_900, 37_800, 42_000];

/// The shop's database.
#[derive(Debug, Clone)]
pub struct Database {
    file: PathBuf,
}

impl Database {
    /// Makes the file with the shop's data in it.
    pub fn create(file: &Path) -> rusqlite::Result<Self> {
        let mut connection = Connection::open(file)?;
        let seed = connection.transaction()?;
        seed.execute_batch(SCHEMA)?;
        for (name, city) in CUSTOMERS {
            seed.execute(
                "INSERT INTO customers (name, city) VALUES (?1, ?2)",
                (name, city),
            )?;
        }
        for lead in LEADS {
            seed.execute(
                "INSERT INTO leads (company, value_cents, stage, owner) VALUES (?1, ?2, ?3, ?4)",
                lead,
            )?;
        }
        for product in PRODUCTS {
            seed.execute(
                "INSERT INTO products (name, price_cents) VALUES (?1, ?2)",
                product,
            )?;
        }
        for (number, subtotal) in (1u32..).zip(SUBTOTALS) {
            let (percent, rule) = if number as usize == SUBTOTALS.len() {
                (5, "reduced")
            } else {
                (20, "standard")
            };
            let tax = subtotal * percent / 100;
            seed.execute(
                "INSERT INTO orders (customer_id, placed_on, subtotal_cents, tax_cents, total_cents, tax_rule) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                (
                    (number - 1) % CUSTOMERS.len() as u32 + 1,
                    format!("2026-11-{:02}", number * 3 - 1),
                    subtotal,
                    tax,
                    subtotal + tax,
                    rule,
                ),
            )?;
        }
        seed.commit()?;
        Ok(Self {
            file: file.to_owned(),
        })
    }

    /// Every row of a table, oldest first, for the shop's own pages.
    pub fn rows(&self, table: &'static str) -> rusqlite::Result<Vec<Value>> {
        select(
            &self.open_read_only()?,
            &format!("SELECT * FROM {table} ORDER BY id"),
            [],
        )
    }

    /// Gives a lead to another seller; whether there is such a lead.
    pub fn assign(&self, lead: i64, owner: &str) -> rusqlite::Result<bool> {
        let connection =
            Connection::open_with_flags(&self.file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let changed =
            connection.execute("UPDATE leads SET owner = ?2 WHERE id = ?1", (lead, owner))?;
        Ok(changed == 1)
    }

    /// The newest rows of a table for a developer, or what is wrong with the question.
    ///
    /// The file is opened read-only and the name of the table comes from [`INSPECTED`], never from the caller.
    pub fn inspect(&self, table: Option<&str>, limit: Option<&str>) -> Result<Value, String> {
        let asked = table.ok_or("`table` is missing")?;
        let table = INSPECTED
            .into_iter()
            .find(|name| *name == asked)
            .ok_or_else(|| format!("No such table; there are {}", INSPECTED.join(", ")))?;
        let limit = match limit {
            None => DEFAULT_LIMIT,
            Some(text) => text
                .parse()
                .ok()
                .filter(|limit| (1..=LIMIT).contains(limit))
                .ok_or_else(|| format!("`limit` must be a whole number from 1 to {LIMIT}"))?,
        };
        let sql = format!("SELECT * FROM {table} ORDER BY id DESC LIMIT ?1");
        let rows = self
            .open_read_only()
            .and_then(|connection| select(&connection, &sql, [limit]))
            .map_err(|error| format!("The database can't be read: {error}"))?;
        Ok(json!({"table": table, "rows": rows}))
    }

    fn open_read_only(&self) -> rusqlite::Result<Connection> {
        Connection::open_with_flags(&self.file, OpenFlags::SQLITE_OPEN_READ_ONLY)
    }
}

fn select(
    connection: &Connection,
    sql: &str,
    parameters: impl rusqlite::Params,
) -> rusqlite::Result<Vec<Value>> {
    let mut statement = connection.prepare(sql)?;
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let rows = statement.query_map(parameters, |row| object(row, &names))?;
    rows.collect()
}

fn object(row: &Row<'_>, names: &[String]) -> rusqlite::Result<Value> {
    let mut object = Map::new();
    for (index, name) in names.iter().enumerate() {
        let value = match row.get_ref(index)? {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(number) => number.into(),
            ValueRef::Real(number) => number.into(),
            ValueRef::Text(text) | ValueRef::Blob(text) => String::from_utf8_lossy(text).into(),
        };
        object.insert(name.clone(), value);
    }
    Ok(Value::Object(object))
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::TempDir;

    fn database() -> (TempDir, Database) {
        let folder = TempDir::new().expect("a temporary folder");
        let database = Database::create(&folder.path().join("shop.sqlite")).expect("it is seeded");
        (folder, database)
    }

    #[test]
    fn shows_the_newest_rows() {
        let (_folder, database) = database();
        let answer = database
            .inspect(Some("orders"), Some("2"))
            .expect("a good question");
        let ids: Vec<_> = answer["rows"]
            .as_array()
            .expect("rows are a list")
            .iter()
            .map(|row| row["id"].clone())
            .collect();
        assert_eq!(ids, [8, 7]);
    }

    #[test]
    fn exactly_one_order_has_the_wrong_tax() {
        let (_folder, database) = database();
        let wrong: Vec<i64> = database
            .rows("orders")
            .expect("the table is there")
            .iter()
            .filter(|order| {
                order["tax_cents"].as_i64().map(|tax| tax * 5) != order["subtotal_cents"].as_i64()
            })
            .filter_map(|order| order["id"].as_i64())
            .collect();
        assert_eq!(wrong, [8]);
    }

    #[test]
    fn refuses_what_is_no_table_of_the_list() {
        let (_folder, database) = database();
        for name in ["sqlite_master", "orders; DROP TABLE orders", "ORDERS", ""] {
            let fault = database
                .inspect(Some(name), None)
                .expect_err("not in the list");
            assert!(
                fault.contains("customers, leads, orders, products"),
                "{fault}"
            );
        }
        assert!(database.inspect(None, None).is_err());
        for limit in ["0", "101", "-1", "1 OR 1", ""] {
            assert!(
                database.inspect(Some("orders"), Some(limit)).is_err(),
                "{limit}"
            );
        }
    }

    #[test]
    fn the_connection_of_inspection_can_not_write() {
        let (_folder, database) = database();
        let connection = database.open_read_only().expect("the file is there");
        let outcome = connection.execute("DELETE FROM orders", []);
        assert!(outcome.is_err());
    }

    #[test]
    fn a_lead_changes_hands() {
        let (_folder, database) = database();
        assert!(database.assign(3, "Ines").expect("the file is there"));
        assert!(!database.assign(99, "Ines").expect("the file is there"));
        let leads = database.rows("leads").expect("the table is there");
        assert_eq!(leads[2]["owner"], "Ines");
    }
}
