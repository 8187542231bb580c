//! Tic-tac-toe: who first has three in a row on nine squares wins.
use framework::{prelude::*, search::*};
/// The line that lists tic-tac-toe in a catalog.
pub const ENTRY: GameEntry = GameEntry::of::<TicTacToe>(&INFO);
static INFO: GameInfo = GameInfo {
    id: "tictactoe",
    name: Text::fixed("Tic-tac-toe", "Tic-Tac-Toe"),
    summary: Text::fixed("three in a row on nine squares", "drei in einer Reihe auf neun Feldern"),
    seats: 2..=2,
    has_chance: false,
    has_draws: true,
    options: &[],
    variants: &[VariantInfo { options: "", name: Text::fixed("the usual game", "das übliche Spiel") }],
};
/// Rows, columns and diagonals; square 0 is a1, square 8 is c3.
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
/// The squares of the seats, a bit each.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Board([u16; 2]);
impl Board {
    fn to_move(&self) -> Seat {
        if self.0[0].count_ones() == self.0[1].count_ones() { Seat::FIRST } else { Seat::SECOND }
    }
    fn has_won(&self, seat: Seat) -> bool {
        LINES.iter().any(|line| self.0[seat.index()] & line == *line)
    }
    fn sign(&self, square: u8) -> char {
        ['.', 'X', 'O'][usize::from(self.0[0] >> square & 1 | self.0[1] >> square << 1 & 2)]
    }
}
impl Position for Board {
    type Move = u8;
    fn turn(&self) -> Turn {
        let is_won = self.has_won(self.to_move().other());
        if is_won || self.0[0] | self.0[1] == 0o777 { Turn::Over } else { Turn::Seat(self.to_move()) }
    }
    fn legal_moves(&self, out: &mut Vec<u8>) {
        out.extend((0..9).filter(|&square| self.sign(square) == '.' && self.turn() != Turn::Over));
    }
    fn play(&mut self, square: u8) {
        self.0[self.to_move().index()] |= 1 << square;
    }
    fn payoffs(&self) -> PerSeat<f32> {
        let last = self.to_move().other();
        if self.has_won(last) { PerSeat::won_by(last) } else { PerSeat::nothing(2) }
    }
}
impl Deterministic for Board {}
impl TwoSeatZeroSum for Board {}
/// The game.
#[derive(Clone, Debug)]
pub struct TicTacToe;
impl Game for TicTacToe {
    type Position = Board;
    type WhyNot = WhyNot;
    fn info(&self) -> &'static GameInfo {
        &INFO
    }
    fn from_options(options: &Options) -> Result<Self, OptionsError> {
        options.reader().finish("").map(|()| Self)
    }
    fn start(&self) -> Board {
        Board::default()
    }
    fn write_move(&self, _: &Board, square: u8) -> String {
        (square + 1).to_string()
    }
    fn parse_move(&self, board: &Board, text: &str) -> Result<u8, MoveError<WhyNot>> {
        let wrong = || NotationError::new(text, "this is no square", "write 1 to 9, row by row");
        let square = text.parse::<u8>().ok().filter(|n| (1..=9).contains(n)).ok_or_else(wrong)? - 1;
        let why = Text::fixed("there is a sign on that square", "auf dem Feld steht schon ein Zeichen");
        if board.is_legal(square) { Ok(square) } else { Err(MoveError::Illegal(WhyNot::new("taken", why))) }
    }
    fn write_position(&self, board: &Board) -> String {
        (0..9).map(|square| board.sign(square)).collect()
    }
    fn parse_position(&self, text: &str) -> Result<Board, NotationError> {
        let wrong = || NotationError::new(text, "this is no position", "write nine of X, O and .");
        let bits = |sign| (0..9).filter(|&n| text.as_bytes().get(n) == Some(&sign)).map(|n| 1 << n).sum();
        let board = Board([bits(b'X'), bits(b'O')]);
        let ahead = board.0[0].count_ones().wrapping_sub(board.0[1].count_ones());
        let can_be = ahead <= 1 && !board.has_won(board.to_move()) && self.write_position(&board) == text;
        can_be.then_some(board).ok_or_else(wrong)
    }
    fn scene(&self, board: &Board, _: Seat) -> Scene {
        let mut scene = Scene::grid(3, 3, Ground::Light);
        for square in 0..9 {
            let place = Place::new((square % 3).into(), (square / 3).into());
            let tint = if board.sign(square) == 'X' { Tint::Blue } else { Tint::Orange };
            match board.sign(square) {
                '.' => scene.hot_spot(place, (square + 1).to_string()),
                sign => scene.tokens.push(Token::new(place, Shape::Disc, tint, sign)),
            }
        }
        scene
    }
    fn engines(&self) -> Vec<EngineEntry<Board>> {
        EngineEntry::all_without_chance(&|board: &Board, seat| final_value(board, seat).unwrap_or(0.0))
    }
}
