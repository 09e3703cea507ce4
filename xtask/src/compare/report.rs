//! The figures as a section of Markdown.

use super::machine::Facts;

/// What a figure counts. Less is better in all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Milliseconds,
    /// Given in bytes, shown in megabytes of 1024 × 1024.
    Megabytes,
    Bytes,
}

struct Row {
    name: String,
    unit: Unit,
    /// devtap, reference.
    values: [Option<f64>; 2],
}

/// The figures of one run.
#[derive(Default)]
pub struct Report {
    rows: Vec<Row>,
    notes: Vec<String>,
}

impl Report {
    /// Adds a figure: devtap's, then the reference's.
    pub fn row(&mut self, name: &str, unit: Unit, values: [Option<f64>; 2]) {
        self.rows.push(Row {
            name: name.to_owned(),
            unit,
            values,
        });
    }

    /// Adds a remark below the table.
    pub fn note(&mut self, note: &str) {
        let line = note.lines().next().unwrap_or_default();
        self.notes.push(line.chars().take(300).collect());
    }

    /// The section: head, table, notes.
    pub fn section(&self, facts: &Facts) -> String {
        let mut text = format!("## {}\n\n", facts.date);
        for line in &facts.lines {
            text.push_str(&format!("- {line}\n"));
        }
        text.push_str("\n| measure | devtap | reference | times better |\n|---|---:|---:|---:|\n");
        for row in &self.rows {
            let [ours, theirs] = row.values.map(|value| shown(value, row.unit));
            text.push_str(&format!(
                "| {} | {ours} | {theirs} | {} |\n",
                row.name,
                ratio(row.values)
            ));
        }
        if !self.notes.is_empty() {
            text.push_str("\nFailed calls:\n");
            for note in &self.notes {
                text.push_str(&format!("- {note}\n"));
            }
        }
        text
    }
}

fn shown(value: Option<f64>, unit: Unit) -> String {
    match (value, unit) {
        (None, _) => "–".to_owned(),
        (Some(value), Unit::Milliseconds) => format!("{value:.2} ms"),
        (Some(value), Unit::Megabytes) => format!("{:.1} MB", value / 1024.0 / 1024.0),
        (Some(value), Unit::Bytes) => format!("{value:.0} B"),
    }
}

fn ratio(values: [Option<f64>; 2]) -> String {
    match values {
        [Some(ours), Some(theirs)] if ours > 0.0 => format!("{:.2}", theirs / ours),
        _ => "–".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_reads_well() {
        let mut report = Report::default();
        report.row("start", Unit::Milliseconds, [Some(2.0), Some(500.0)]);
        report.row(
            "memory",
            Unit::Megabytes,
            [Some(10_485_760.0), Some(104_857_600.0)],
        );
        report.row("click, answer", Unit::Bytes, [Some(120.0), None]);
        report.note("click: it broke\nbadly");
        let facts = Facts {
            date: "2026-12-01".to_owned(),
            lines: vec!["2 cores".to_owned()],
        };
        let expected = "\
## 2026-12-01

- 2 cores

| measure | devtap | reference | times better |
|---|---:|---:|---:|
| start | 2.00 ms | 500.00 ms | 250.00 |
| memory | 10.0 MB | 100.0 MB | 10.00 |
| click, answer | 120 B | – | – |

Failed calls:
- click: it broke
";
        assert_eq!(report.section(&facts), expected);
    }
}
