//! Nim: take any number of counters from one heap; who takes the last one wins.

use framework::prelude::*;

/// The line that lists Nim in a catalog.
pub const ENTRY: GameEntry = GameEntry::of::<Nim>(&INFO);
static INFO: GameInfo = GameInfo {
    id: "nim",
    name: Text::fixed("Nim", "Nim"),
    summary: Text::fixed(
        "take from one heap; the last one wins",
        "nimm von einem Haufen; der letzte gewinnt",
    ),
    seats: 2..=2,
    has_chance: false,
    has_draws: false,
    options: &[OptionInfo {
        form: "A+B+…",
        meaning: Text::fixed("the heaps", "die Haufen"),
        default: "3+4+5",
    }],
    variants: &[VariantInfo { options: "3+4+5", name: Text::fixed("three heaps", "drei Haufen") }],
};

/// The heaps, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Heaps {
    left: Vec<u8>,
    to_move: Seat,
}
/// Takes from a heap, counted from 0, a number of counters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Take(u8, u8);

impl Position for Heaps {
    type Move = Take;
    fn turn(&self) -> Turn {
        if self.left.iter().all(|&n| n == 0) { Turn::Over } else { Turn::Seat(self.to_move) }
    }
    fn legal_moves(&self, out: &mut Vec<Take>) {
        let heaps = (0..).zip(&self.left);
        out.extend(heaps.flat_map(|(heap, &left)| (1..=left).map(move |count| Take(heap, count))));
    }
    fn play(&mut self, mv: Take) {
        self.left[usize::from(mv.0)] -= mv.1;
        self.to_move = self.to_move.other();
    }
    fn payoffs(&self) -> PerSeat<f32> {
        if self.turn() == Turn::Over { PerSeat::won_by(self.to_move.other()) } else { PerSeat::nothing(2) }
    }
}
impl Deterministic for Heaps {}
impl TwoSeatZeroSum for Heaps {}
/// Nim with given heaps.
#[derive(Clone, Debug)]
pub struct Nim(pub Vec<u8>);
impl Game for Nim {
    type Position = Heaps;
    type WhyNot = WhyNot;
    fn info(&self) -> &'static GameInfo {
        &INFO
    }
    fn from_options(options: &Options) -> Result<Self, OptionsError> {
        let mut reader = options.reader();
        let heaps: Vec<_> = reader.word().unwrap_or("3+4+5").split('+').collect();
        let number = |name, text: &str| OptionsReader::bounded(name, text, 1..=9).map(|number| number as u8);
        number(Text::fixed("the number of heaps", "die Zahl der Haufen"), &heaps.len().to_string())?;
        let heaps = heaps.iter().map(|heap| number(Text::fixed("heap", "Haufen"), heap));
        reader.finish("A+B+…").and_then(|()| heaps.collect::<Result<_, _>>().map(Self))
    }
    fn options(&self) -> String {
        joined(&self.0, "+")
    }
    fn start(&self) -> Heaps {
        Heaps { left: self.0.clone(), to_move: Seat::FIRST }
    }
    fn write_move(&self, _: &Heaps, mv: Take) -> String {
        format!("{}-{}", mv.1, mv.0 + 1)
    }
    fn parse_move(&self, pos: &Heaps, text: &str) -> Result<Take, MoveError<WhyNot>> {
        let wrong = || NotationError::new(text, "this is no move", "write COUNT-HEAP, such as 2-1");
        let (count, heap) = text.split_once('-').ok_or_else(wrong)?;
        let (count, heap): (u8, u8) = count.parse().ok().zip(heap.parse().ok()).ok_or_else(wrong)?;
        let take = Take(heap.wrapping_sub(1), count);
        let why = Text::fixed("the heap is too small for that", "dafür ist der Haufen zu klein");
        if pos.is_legal(take) {
            Ok(take)
        } else {
            Err(MoveError::Illegal(WhyNot::new("heap-too-small", why)))
        }
    }
    fn write_position(&self, pos: &Heaps) -> String {
        format!("{}: {}", pos.to_move, joined(&pos.left, " "))
    }
    fn parse_position(&self, text: &str) -> Result<Heaps, NotationError> {
        let wrong =
            || NotationError::new(text, "this is no position", "write SEAT: and the heaps, as 1: 3 4 5");
        let (seat, left) = text.split_once(": ").ok_or_else(wrong)?;
        let to_move =
            [Seat::FIRST, Seat::SECOND].into_iter().find(|it| it.to_string() == seat).ok_or_else(wrong)?;
        let left: Vec<u8> = left.split(' ').map(str::parse).collect::<Result<_, _>>().map_err(|_| wrong())?;
        let fits = left.len() == self.0.len() && left.iter().zip(&self.0).all(|(now, most)| now <= most);
        fits.then_some(Heaps { left, to_move }).ok_or_else(wrong)
    }
    fn scene(&self, pos: &Heaps, _: Seat) -> Scene {
        let mut scene = Scene::grid(9, self.0.len() as i16, Ground::Felt);
        for (row, &left) in (0..).zip(&pos.left) {
            scene.label(Place::new(-1, row), (row + 1).to_string());
            for column in 0..left.into() {
                scene.tokens.push(Token::new(Place::new(column, row), Shape::Disc, Tint::Orange, 'o'));
                scene.hot_spot(Place::new(column, row), format!("{}-{}", column + 1, row + 1));
            }
        }
        scene
    }
}

fn joined(numbers: &[u8], between: &str) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(between)
}
