//! How people stand to each other, and what they report.

use super::{Rate, hours, minutes};

limits! {
    /// People whom one person may follow, mute or block, of each kind.
    MAX_RELATIONS_PER_PERSON: u32 = 500;
    /// Changes of such relations from one address.
    RELATION_CHANGES_PER_ADDRESS: Rate = Rate::new(120, minutes(1));
    /// Reports from one address.
    REPORTS_PER_ADDRESS: Rate = Rate::new(20, hours(1));
    /// Open reports of one person.
    MAX_OPEN_REPORTS_PER_PERSON: u32 = 20;
    /// Open reports in all; beyond it whoever runs the server has to see to some first.
    MAX_OPEN_REPORTS: u32 = 10_000;
    /// The longest text of a report.
    MAX_REPORT_CHARS: usize = 1_000;
}
