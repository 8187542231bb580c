//! Who plays which color: how seats are asked for, given back, and kept when the game becomes another one.

use blokus::original::{Mode, WireColor};

/// The number of a person in a game of the protocol, 0 to 7.
pub(super) type Slot = u8;

/// A seat that a person gets or loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    Granted(Slot, WireColor),
    Revoked(Slot, WireColor),
}

/// Who plays which color; a computer player does where nobody is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Seats([Option<Slot>; 4]);

impl Seats {
    pub(super) const fn owner(&self, color: WireColor) -> Option<Slot> {
        self.0[color.index()]
    }

    pub(super) fn colors_of(&self, slot: Slot) -> impl Iterator<Item = WireColor> + use<> {
        let owners = self.0;
        WireColor::ALL.into_iter().filter(move |color| owners[color.index()] == Some(slot))
    }

    pub(super) fn has_seat(&self, slot: Slot) -> bool {
        self.colors_of(slot).next().is_some()
    }

    /// How many colors people play.
    pub(super) fn n_people(&self) -> usize {
        self.0.iter().flatten().count()
    }

    /// Gives a seat, and the one across the board with it where they belong together: the one that is wished for, or the
    /// next that is free and open; from a random one on if nothing is wished for.
    pub(super) fn request(
        &mut self,
        mode: Mode,
        slot: Slot,
        wish: Option<WireColor>,
        random: u64,
        is_open: impl Fn(WireColor) -> bool,
    ) -> Vec<Change> {
        let colors = mode.colors();
        let wished = wish.and_then(|wish| colors.iter().position(|&color| color == wish));
        let first = wished.unwrap_or((random % colors.len() as u64) as usize);
        let mut from_first = colors.iter().cycle().skip(first).take(colors.len()).copied();
        let is_free = |color: &WireColor| self.owner(*color).is_none() && is_open(*color);
        let Some(color) = from_first.find(is_free) else { return Vec::new() };
        together(mode, color).map(|color| self.grant(slot, color)).collect()
    }

    /// Takes a seat back from its owner, and the one across the board with it where they belong together.
    pub(super) fn revoke(&mut self, mode: Mode, slot: Slot, color: WireColor) -> Vec<Change> {
        if self.owner(color) != Some(slot) {
            return Vec::new();
        }
        together(mode, color).map(|color| self.withdraw(slot, color)).collect()
    }

    /// Takes the seats of a person away.
    pub(super) fn clear(&mut self, slot: Slot) {
        for owner in &mut self.0 {
            if *owner == Some(slot) {
                *owner = None;
            }
        }
    }

    /// Lets a person, or a computer player, have a color.
    pub(super) const fn put(&mut self, color: WireColor, owner: Option<Slot>) {
        self.0[color.index()] = owner;
    }

    /// Lets people have seats of another game that are like those they have.
    pub(super) fn adapt(&mut self, mode: Mode) -> Vec<Change> {
        let mut changes = Vec::new();
        for color in WireColor::ALL {
            let Some(slot) = self.owner(color) else { continue };
            match mode {
                Mode::FourColors => {}
                Mode::FourColorsTwoPlayers => match self.owner(color.opposite()) {
                    None => changes.push(self.grant(slot, color.opposite())),
                    Some(other) if other != slot => changes.push(self.withdraw(slot, color)),
                    Some(_) => {}
                },
                Mode::TwoColors | Mode::Duo | Mode::Junior => {
                    if !mode.colors().contains(&color) {
                        changes.push(self.withdraw(slot, color));
                        let free = mode.colors().iter().find(|color| self.owner(**color).is_none());
                        changes.extend(free.map(|&free| self.grant(slot, free)));
                    }
                }
            }
        }
        changes
    }

    const fn grant(&mut self, slot: Slot, color: WireColor) -> Change {
        self.put(color, Some(slot));
        Change::Granted(slot, color)
    }

    const fn withdraw(&mut self, slot: Slot, color: WireColor) -> Change {
        self.put(color, None);
        Change::Revoked(slot, color)
    }
}

/// A color, and the one that its player has as well.
fn together(mode: Mode, color: WireColor) -> impl Iterator<Item = WireColor> {
    let other = (mode == Mode::FourColorsTwoPlayers).then(|| color.opposite());
    std::iter::once(color).chain(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLUE: WireColor = WireColor::ALL[0];
    const YELLOW: WireColor = WireColor::ALL[1];
    const RED: WireColor = WireColor::ALL[2];
    const GREEN: WireColor = WireColor::ALL[3];

    fn seats(owners: [i8; 4]) -> Seats {
        Seats(owners.map(|owner| Slot::try_from(owner).ok()))
    }

    #[test]
    fn a_seat_that_is_taken_gives_the_next_free_one() {
        let mut seats = seats([0, -1, -1, 1]);
        assert_eq!(
            seats.request(Mode::FourColors, 2, Some(GREEN), 0, |_| true),
            [Change::Granted(2, YELLOW)]
        );
        assert_eq!(seats.request(Mode::FourColors, 2, Some(GREEN), 0, |_| true), [Change::Granted(2, RED)]);
        assert_eq!(seats.request(Mode::FourColors, 2, None, 7, |_| true), [], "there is no seat left");
    }

    #[test]
    fn request_for_an_unused_color_counts_as_none() {
        let mut seats = Seats::default();
        assert_eq!(seats.request(Mode::Duo, 0, Some(YELLOW), 1, |_| true), [Change::Granted(0, RED)]);
        assert_eq!(
            seats.request(Mode::Duo, 1, Some(RED), 0, |_| true),
            [Change::Granted(1, BLUE)],
            "the other one"
        );
    }

    #[test]
    fn colors_that_belong_together_come_and_go_together() {
        let mut seats = Seats::default();
        let mode = Mode::FourColorsTwoPlayers;
        assert_eq!(
            seats.request(mode, 5, Some(GREEN), 0, |_| true),
            [Change::Granted(5, GREEN), Change::Granted(5, YELLOW)]
        );
        assert_eq!(seats.revoke(mode, 4, GREEN), [], "only from their owner");
        assert_eq!(seats.revoke(mode, 5, YELLOW), [Change::Revoked(5, YELLOW), Change::Revoked(5, GREEN)]);
        assert_eq!(seats, Seats::default());
    }

    #[test]
    fn for_two_colors_yellow_and_green_move_to_free_seats() {
        let mut seats = seats([-1, 3, 2, 4]);
        let changes = seats.adapt(Mode::Duo);
        assert_eq!(
            changes,
            [Change::Revoked(3, YELLOW), Change::Granted(3, BLUE), Change::Revoked(4, GREEN)]
        );
        assert_eq!(seats, self::seats([3, -1, 2, -1]));
    }

    #[test]
    fn for_two_players_the_lower_of_two_owners_gives_way() {
        let mut seats = seats([0, 1, 2, -1]);
        let changes = seats.adapt(Mode::FourColorsTwoPlayers);
        assert_eq!(changes, [Change::Revoked(0, BLUE), Change::Granted(1, GREEN), Change::Granted(2, BLUE)]);
        assert_eq!(seats, self::seats([2, 1, 2, 1]));
        assert_eq!(seats.adapt(Mode::FourColors), [], "four colors are fine as they are");
    }
}
