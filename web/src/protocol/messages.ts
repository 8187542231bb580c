// Generated from crates/protocol by its tests: INSTA_UPDATE=always cargo test -p protocol

/** The version of the message set. */
export const VERSION = 1;

/** What a player wants to do. */
export type Action = { "move": string } | "roll" | { "enter-roll": string } | { "resign": string | null } | "leave" | "offer-draw" | { "undo": number | null } | "accept" | "decline" | "ready" | "new-game";

/** What can be answered to a field. */
export type AnswersCard = { "number": {
/** The least. */
least: number,
/** The most. */
most: number,
/** How far two neighboring answers lie apart, counted from the least. */
step: number,
/** The default. */
usual: number, } } | { "choice": Array<[string, Text]> } | "switch";

/** A cell of the board. */
export type Cell = {
/** Where it is. */
place: Place,
/** What it looks like when nothing is on it. */
ground: Ground, };

/** A chair at a table. It belongs to a player for the whole match, while seats may rotate between rounds. */
export type Chair = {
/** Who sits there; nobody if it is free or was left. */
sitter?: Sitter,
/** For whom it is kept: who left it and may come back even if another person sits there now, or who was invited. */
kept_for?: Person,
/** Whether dice are rolled by themselves. */
auto_roll: boolean,
/** Whether the player confirms that there is no move, instead of passing by itself. */
confirm_blocked: boolean, };

/** Who shall sit on a chair. */
export type ChairChoice = "me" | "open" | { "for": Person } | { "engine": string };

/** Where a line is said. */
export type Channel = "lobby" | { "table": TableId } | { "user": UserId };

/** What a line is, so that a screen can tell the kinds apart. */
export type ChatKind = "lobby" | "table" | "private" | "server" | "error" | "connection";

/** A line of chat. */
export type ChatLine = {
/** Its number among all lines that are kept, which grows; 0 for a line that is not kept. */
number: number,
/** What it is. */
kind: ChatKind,
/** Where it was said. */
channel: Channel,
/** Who said it; nobody if it was the server. */
from?: Person,
/** What was said: plain text, never markup. */
text: string,
/** When, in milliseconds since 1970. */
time: number, };

/** One client of a user, such as a tab of a browser, over all its connections. The client draws it at random
 * and numbers its commands from 1; together they let a command take effect only once. */
export type ClientId = string;

/** The kinds of problems, for programs. */
export type Code = "unreadable" | "version" | "hello-first" | "too-fast" | "not-found" | "not-allowed" | "password" | "name" | "account" | "banned" | "settings" | "chair" | "phase" | "stale" | "not-your-turn" | "illegal-move" | "refused" | "limit" | "rated-match" | "text" | "out-of-order" | "unavailable" | "busy" | "stopping" | "internal";

/** What a client wants. */
export type Command = { "type": "hello",
/** The version of the message set. */
version: number,
/** Which client it is, over all its connections. */
client: ClientId, } | { "type": "ping" } | { "type": "enter-lobby" } | { "type": "leave-lobby" } | { "type": "create-table",
/** What is agreed there. */
table: NewTable, } | { "type": "sit",
/** At which table. */
table: TableId,
/** Which chair, from 0; the first free one if none is named. */
chair?: number,
/** The password, if the table has one. */
password?: string,
/** The invitation by which one came, which stands for the password. */
invite?: string, } | { "type": "stand",
/** At which table. */
table: TableId, } | { "type": "watch",
/** Which table. */
table: TableId,
/** The number of the last event that the client knows. */
since?: number,
/** How much is told about each position. */
detail?: Detail,
/** The invitation by which one came, where only the invited may watch. */
invite?: string, } | { "type": "unwatch",
/** Which table. */
table: TableId, } | { "type": "act",
/** At which table. */
table: TableId,
/** How many plies of the round the client has seen. */
ply: number,
/** What to do. */
action: Action,
/** The chair, for a person who has several. */
chair?: number, } | { "type": "roll",
/** At which table. */
table: TableId,
/** How many plies of the round the client has seen. */
ply: number,
/** Random bytes that the client has drawn for this roll alone. */
nonce: Nonce,
/** The chair, for a person who has several. */
chair?: number, } | { "type": "pledge",
/** At which table; without one, at the next table at which one sits down. */
table?: TableId,
/** The hash of the nonce, as the book's chapter about fair dice tells. */
pledge: Digest,
/** The chair, for a person who has several. Without a table, a promise for no certain chair is for the
 * first that one takes, and takes the place of everything that was promised before. */
chair?: number, } | { "type": "reveal",
/** At which table. */
table: TableId,
/** The nonce. */
nonce: Nonce,
/** The chair, for a person who has several. */
chair?: number, } | { "type": "seat",
/** At which table. */
table: TableId,
/** Which chair, from 0. */
chair: number,
/** Which player: `level5`, or a player of the game by its name, with its weights if others are wanted. */
player: string, } | { "type": "prefer",
/** At which table. */
table: TableId,
/** Whether dice are rolled by themselves. */
auto_roll: boolean,
/** Whether one confirms that one cannot move, instead of passing by itself. */
confirm_blocked: boolean,
/** On which of one's chairs, from 0; on all of them if none is named. */
chair?: number, } | { "type": "set-pace",
/** At which table. */
table: TableId,
/** How fast. */
pace: EnginePace, } | { "type": "begin",
/** At which table. */
table: TableId, } | { "type": "hint",
/** At which table. */
table: TableId, } | { "type": "evaluate",
/** The id of the game. */
game: string,
/** Its options; empty for the usual game. */
options: string,
/** The position in the game's notation, in which a seat is to move. */
position: string,
/** The move that was played there, which is valued in any case. */
played?: string,
/** The evaluation that explains the best moves term by term, such as `welfenlab-2006`; its player chooses them. */
explain?: string, } | { "type": "analyze",
/** The id of the game. */
game: string,
/** Its options; empty for the usual game. */
options: string,
/** The position in the game's notation, in which a seat is to move. */
position: string,
/** Of how many of the best moves the whole line is told, at most 5; of one if nothing is said. */
lines?: number, } | { "type": "stop-analysis" } | { "type": "chat",
/** Where. */
channel: Channel,
/** What. */
text: string, } | { "type": "rematch",
/** The table whose match is over. */
table: TableId, } | { "type": "pair",
/** What to play. */
seek: Seek, } | { "type": "unpair" };

/** A weight in two files, or before and after an evolution. */
export type ComparedTerm = {
/** The word for it in files. */
name: string,
/** What it is. */
about: Text,
/** In the first file, or before. */
left: number,
/** In the second file, or after. */
right: number, };

/** A match of a tournament. */
export type Contest = {
/** The player on the first chair: an index into the players. */
first: number,
/** The other player. */
second: number,
/** The table at which they meet; nothing where one of them had left before. */
table?: TableId,
/** What came of it; nothing while it goes on. */
result?: ContestResult,
/** Until when both have to sit down, in milliseconds since 1970. */
deadline: number, };

/** What came of a match of a tournament. */
export type ContestResult = "first" | "second" | "draw" | "first-by-forfeit" | "second-by-forfeit" | "nobody-came";

/** What a decision was about. */
export type DecisionKind = "play" | "no-double" | "double" | "answer";

/** How much is told about each position. */
export type Detail = "plain" | "drawn";

/** What all rolls of a match are drawn from, together with the nonces of the players. Nobody may see it before
 * the end, so it is not shown when it is debugged. */
export type DiceSecret = string;

/** What is known of the dice of a table. */
export type DiceView = {
/** The hash of the secret to which the server is bound. */
commitment: Digest,
/** The chairs, from 0, whose players have promised a nonce, and the hashes of the nonces. */
pledges: Array<[number, Digest]>,
/** The chairs, from 0, whose nonces the present roll waits for; none unless the dice are thrown right now. */
waits_for: Array<number>, };

/** A die that shows a face. */
export type Die = {
/** Where it lies. */
place: Place,
/** The face, 1 to 6. */
face: number,
/** Whose it is, by color. */
tint: Tint, };

/** A hash that binds somebody to something that is shown later. */
export type Digest = string;

/** A position for a screen that knows no rules. */
export type Drawing = {
/** What to draw, seen from one's own seat. */
scene: Scene,
/** The legal moves, if one is to move. */
moves: Array<string>, };

/** How chance fell. */
export type Drawn = { "dice": [number, number] } | { "unequal": Array<[number, number]> } | { "weighted": {
/** The weights of all outcomes, in the order in which the game lists them. */
weights: Array<number>,
/** Which of them it is, from 1. */
chosen: number, } };

/** A position that is drawn, with all that a board needs on which every seat may be played. */
export type DrawnPosition = {
/** What to draw, seen from the seat that was named. */
scene: Scene,
/** Everything that can happen next: moves, or rolls of the dice. */
moves: Array<string>,
/** The position in the game's notation. */
position: string,
/** The key of the position, in hexadecimal digits. */
hash: string,
/** Who is to move. */
to_move: ToMove,
/** The move that was played first, in the game's notation, if one was. */
played?: ReplayMove,
/** How the round ended and the points of each seat, where the rules have ended it. */
result?: [End, Array<number>],
/** The result in words. */
verdict?: Text, };

/** How a round ended. */
export type End = "over" | { "resigned": {
/** Who gave up. */
seat: Seat,
/** At which level. */
level: string, } } | { "time-over": {
/** Whose time it was. */
seat: Seat, } } | "draw-agreed";

/** How a game ends for a seat. */
export type Ending = "won" | "drawn" | "lost";

/** How fast computer players play among themselves, for those who watch them. */
export type EnginePace = {
/** The time between two moves, from half a second to a minute. */
interval: Millis,
/** Whether they play. */
mode: PaceMode, };

/** A player of a tournament. */
export type Entrant = {
/** Who it is. */
person: Person,
/** Whether they have left; all their further matches are lost. */
has_left: boolean, };

/** An evaluation that can explain a move term by term. */
export type EvaluationCard = {
/** The word by which it is chosen. */
name: string,
/** What it is. */
about: Text, };

/** How better weights are looked for. */
export type EvolutionMethod = "cma-es" | "spsa" | "genetic";

/** A field to fill in. */
export type FieldCard = {
/** The word that stands for it in patterns. */
name: string,
/** What people see beside it. */
label: Text,
/** What can be answered. */
answers: AnswersCard, };

/** Fields whose answers are written as one part of the line of options. */
export type FieldGroupCard = {
/** How the answers are written, with the names of fields in braces: `{columns}x{rows}x{k}`. The part is left out if
 * one of its answers is empty. */
pattern: string,
/** The field, and the answer to it, without which this part is left out. */
only_if?: [string, string],
/** What is asked. */
fields: Array<FieldCard>, };

/** A finished match in a list. */
export type FinishedMatch = {
/** The table at which it was played. */
table: TableId,
/** The id of the game. */
game: string,
/** Whether it counted for ratings. */
rated: boolean,
/** When it was over, in milliseconds since 1970. */
finished: number,
/** The players, chair by chair. */
players: Array<PlayerResult>, };

/** What is lost by whose time runs out. */
export type Flag = "round" | "match";

/** A game that can be chosen. */
export type GameCard = {
/** The word by which it is chosen. */
id: string,
/** What people call it. */
name: Text,
/** What it is about. */
summary: Text,
/** Whether dice decide as well. */
has_chance: boolean,
/** Whether a round can end without a winner. */
has_draws: boolean,
/** The ways to play it, the usual one first. */
variants: Array<VariantCard>,
/** The fields by which options of one's own are asked for, in the order in which they are written. */
fields: Array<FieldGroupCard>,
/** Its computer players, besides the levels. */
players: Array<PlayerCard>,
/** The evaluations that can explain a move term by term. */
evaluations: Array<EvaluationCard>,
/** The weakest level. */
min_level: number,
/** The strongest level. */
max_level: number,
/** The shortest time that a computer player can be given for a move, in milliseconds. */
least_time: Millis,
/** The longest. */
most_time: Millis,
/** How long computer players think that were given no time. */
usual_time: Millis, };

/** A game, or a match of several rounds, with every decision judged. */
export type GameReport = {
/** The id of the game. */
game: string,
/** Its options. */
options: string,
/** In which unit losses are told. */
unit: LossUnit,
/** Losses from which a decision is an inaccuracy, a mistake and a blunder. */
thresholds: [number, number, number],
/** What is said about each player, in the order of the record. */
players: Array<PlayerReport>,
/** The rounds in order. */
rounds: Array<RoundReport>, };

/** A report about a game, or how far it is. */
export type GameReportView = {
/** The id of the report, which follows from the record. */
id: string,
/** How many decisions are judged. */
done: number,
/** How many there are. */
wanted: number,
/** How many other reports come first. */
ahead: number,
/** The report, when it is finished. */
report?: GameReport, };

/** How bad a decision was. */
export type Grade = "inaccuracy" | "mistake" | "blunder";

/** What a cell looks like when nothing is on it. */
export type Ground = "light" | "dark" | "felt" | "hole" | { "point-down": {
/** Whether it is one of the dark points. */
dark: boolean, } } | { "point-up": {
/** Whether it is one of the dark points. */
dark: boolean, } } | "bar" | "tray" | { "start": Tint };

/** Something that has happened in a match. */
export type Happening = { "round-started": {
/** Which player sits at each seat. */
players: Array<number>, } } | { "moved": {
/** Who played. */
seat: Seat,
/** The move in its canonical notation. */
text: string,
/** How long the seat had thought. */
spent: Millis, } } | { "rolled": {
/** The roll in its canonical notation. */
text: string, } } | { "offered": {
/** Who offered. */
seat: Seat,
/** What. */
offer: Offer, } } | { "left": {
/** Which seat. */
seat: Seat, } } | { "accepted": {
/** Who agreed. */
seat: Seat, } } | { "declined": {
/** Who refused. */
seat: Seat, } } | { "taken-back": {
/** How many are left. */
ply: number, } } | { "round-ended": {
/** How. */
end: End,
/** How many points each seat won by it. */
points: Array<number>, } } | { "ready": {
/** Which. */
seat: Seat, } } | "score-cleared";

/** A move in a hint. */
export type HintMove = {
/** The move in the game's notation. */
text: string,
/** What it is worth on the computer player's own scale, where that is known. */
value?: number,
/** The same in the unit in which players of the game count; nothing where it is not known for this move. */
worth?: Valuation,
/** The terms of an evaluation for this move, if they were asked for; their shares add up to its value. */
terms?: Array<MoveTerm>, };

/** A page of a person's finished matches, the newest first: the answer to `GET /api/users/ID/games`. */
export type History = {
/** The matches. */
matches: Array<FinishedMatch>,
/** What to give as `before` to see older ones; nothing on the last page. */
before?: string, };

/** A cell that one can touch to begin a move. */
export type HotSpot = {
/** Where to touch. */
place: Place,
/** How the texts of the moves begin that start here. */
prefix: string, };

/** What a job is about. */
export type JobKind = "evolution" | "match";

/** How far a job is. */
export type JobStage = "searching" | "testing" | "playing" | "done" | "canceled" | "failed";

/** A move or a roll, and what is said about it. */
export type JudgedMove = {
/** Who played it; nobody if it is a roll. */
by: Seat | null,
/** The move. */
move: string,
/** The position before it. */
position: string,
/** How long it took, in milliseconds. */
spent?: number,
/** What is said about a decision. */
verdict?: Verdict,
/** By how much a roll was better than rolls are on average. */
luck?: Luck, };

/** A short text on the board or beside it. */
export type Label = {
/** Where it stands; column or row −1 and one beyond the last are the margins. */
place: Place,
/** What it says. */
text: string, };

/** How long the messages of a player are under way, and what the player was given back for it. */
export type Lag = {
/** How long the message with the last move was under way, as the server has measured. */
measured: Millis,
/** What was given back for that move. */
given_back: Millis,
/** What was given back in all, since the server has loaded the table. */
total: Millis, };

/** A line of a leaderboard: the answer to `GET /api/leaderboards/GAME` is a list of them, the strongest first. */
export type Leader = {
/** Who it is. */
person: Person,
/** How strong they are. */
rating: RatingView, };

/** How likely it is to win and to lose a game that may count single, double and triple.
 *
 * The numbers are those of "at least": who wins double has also won. */
export type LevelChances = {
/** To win at all, at least double, and triple. */
win: [number, number, number],
/** To lose at all, at least double, and triple. */
lose: [number, number, number], };

/** Something that has changed in the lobby. */
export type LobbyChange = { "came": Person } | { "went": UserId } | { "table": TableSummary } | { "gone": TableId } | { "seeks": OpenSeek } | { "seek-gone": UserId };

/** What a move lost against the best one. */
export type Loss = {
/** The unit. */
unit: LossUnit,
/** How much; never less than 0. */
amount: number,
/** The same in percent of the bar that shows who is ahead. */
share: number,
/** How many plies a win came later or a loss earlier than it had to, where the result stayed what it was. */
delay: number,
/** How bad it is; nothing if it is not worth mentioning. */
grade?: Grade, };

/** A number of decisions, and what they lost together. */
export type LossSum = {
/** How many. */
count: number,
/** What they lost. */
lost: number, };

/** In which unit a loss is told. */
export type LossUnit = "result" | "discs" | "equity" | "chance" | "place" | "points" | "share";

/** By how much a roll was better for a seat than rolls are on average. */
export type Luck = {
/** For whom the dice fell. */
seat: Seat,
/** By how much, in equity. */
points: number, };

/** What is special about a thing on the board. */
export type Mark = "none" | "last" | "winning";

/** Everything about one match: the answer to `GET /api/games/TABLE`. */
export type MatchPage = {
/** What the lobby showed of the table. */
summary: TableSummary,
/** When it was over, in milliseconds since 1970; nothing while it goes on. */
finished?: number,
/** The results, chair by chair. */
players: Array<PlayerResult>,
/** What the match did to ratings. */
changes: Array<RatingChange>,
/** Where the record can be fetched. */
record: string, };

/** What the server says. */
export type Message = { "type": "welcome",
/** The version of the message set. */
version: number,
/** Who one is. */
you: Person,
/** The time of the server, in milliseconds since 1970. */
time: number,
/** Whether tables may let computer players think while a person decides. */
can_ponder?: boolean, } | { "type": "done",
/** The number of the command. */
number: number,
/** The table that the command was about or made. */
table?: TableId,
/** The number of the last event at the table that came of it. */
seq?: number, } | { "type": "refused",
/** The number of the command; nothing if it could not be read. */
number?: number,
/** Why not. */
problem: Problem, } | { "type": "lobby",
/** The people who are connected, the first few hundred of them. */
people: Array<Person>,
/** The tables that wait or play, the newest few hundred of them. */
tables: Array<TableSummary>,
/** Those who wait for an opponent, the first few hundred of them. */
seeks: Array<OpenSeek>, } | { "type": "lobby-change",
/** What. */
change: LobbyChange, } | { "type": "table",
/** The table at one moment. */
snapshot: Snapshot,
/** How it looks, if that is wanted. */
drawing?: Drawing, } | { "type": "events",
/** Where. */
table: TableId,
/** What. */
events: Array<TableEvent>,
/** What there is to see after the last of them. */
moment?: Moment,
/** How it looks, if that is wanted. */
drawing?: Drawing, } | { "type": "presence",
/** Where. */
table: TableId,
/** Who. */
person: Person,
/** Whether they are connected. */
connected: boolean, } | { "type": "chat",
/** The line. */
line: ChatLine, } | { "type": "hint",
/** The number of the command. */
number: number,
/** At which table. */
table: TableId,
/** For which ply of the round. */
ply: number,
/** The moves, the best first. */
moves: Array<HintMove>, } | { "type": "evaluation",
/** The number of the command. */
number: number,
/** Who is to move in the position. */
seat: Seat,
/** What it is worth to that seat, on the computer player's own scale. */
value: number,
/** The same in the unit in which players of the game count; nothing if it is not known. */
worth?: Valuation,
/** The moves, the best first. */
moves: Array<HintMove>, } | { "type": "analysis",
/** The number of the command. */
number: number,
/** Who is to move in the position. */
seat: Seat,
/** How many plies were looked ahead completely. */
depth: number,
/** How many positions were looked at in the last step. */
nodes: number,
/** How long that took, in milliseconds. */
elapsed: number,
/** The moves, the best first. */
moves: Array<HintMove>,
/** What both sides will play after the best of them: a line for each, which begins with it. */
lines: Array<Array<string>>,
/** Whether this is the last: everything is known, or the time for one position is over. */
is_final: boolean, } | { "type": "rated",
/** At which table. */
table: TableId,
/** The changes, chair by chair. */
changes: Array<RatingChange>, } | { "type": "busy",
/** At which table. */
table: TableId,
/** Its place in the queue, from 1. */
position: number, } | { "type": "paired",
/** The table at which one sits. */
table: TableId, } | { "type": "reconnect",
/** How many milliseconds to wait at least. */
after: number, };

/** A point in time or a span of it, in milliseconds. Subtraction stops at 0.
 *
 * Time is always handed in, from a clock that never runs backwards. */
export type Millis = number;

/** A mistake of one's own. */
export type MistakeCard = {
/** The id of the game. */
game: string,
/** The word for it. */
id: string,
/** The options of the game. */
options: string,
/** The position. */
position: string,
/** What was played. */
played: string,
/** At which table. */
table: TableId,
/** How often in a row it was solved when it came back. */
stage: number,
/** When it comes back, in milliseconds since 1970; nothing if it is mended. */
due?: number,
/** Whether it has come back. */
is_due: boolean, };

/** What there is to see of a match at one moment. */
export type Moment = {
/** The round, from 1. */
round: number,
/** How many plies of it have been played, rolls included. */
ply: number,
/** The position in the game's notation. */
position: string,
/** The key of the position, in hexadecimal digits. */
hash: string,
/** Which chair, from 0, has each seat in this round. */
players: Array<number>,
/** Who decides next. */
to_move: ToMove,
/** What each seat has left on its clock; nothing without a clock. */
clocks?: Array<Millis>,
/** What is known of the line of each seat, and what it was given back; nothing without a clock. */
lags?: Array<Lag>,
/** The offer that waits for an answer, and the seat that made it. */
offer?: [Seat, Offer],
/** The score of each chair over the finished rounds. */
scores: Array<Score>, };

/** How good a move is in the eyes of who annotates. */
export type MoveMark = "!" | "!?" | "?!" | "?" | "??" | "good" | "bad";

/** One term of an evaluation of a move: how much there is of something, and what that counts. */
export type MoveTerm = {
/** A short name, the same in every language. */
name: string,
/** What is counted. */
about: Text,
/** How much of it there is. */
amount: number,
/** What one of it counts. */
weight: number,
/** What it adds to the value. */
share: number, };

/** Two weight files that are to be compared term by term. */
export type NewComparison = {
/** The text of the first file. */
left: string,
/** The text of the second one; the player's own weights if it is missing. */
right?: string, };

/** An evolution that is to begin. */
export type NewEvolution = {
/** The id of the game. */
game: string,
/** The player whose weights are improved. */
player: string,
/** How. */
method: EvolutionMethod,
/** How many games are played to find them. */
games: number,
/** When the search ends at the latest. */
minutes: number,
/** How many threads play. */
threads: number,
/** Where chance begins. */
seed: number,
/** A weight file to start from; the player's own weights if it is missing. */
from?: string, };

/** A mistake in a finished match that shall come back as a puzzle. */
export type NewMistake = {
/** At which table. */
table: TableId,
/** The round, from 0. */
round: number,
/** How many moves and rolls were made in it before the mistake. */
ply: number,
/** What should have been played. */
best: string, };

/** A report to the operator of the server: the body of `POST /api/reports`. */
export type NewReport = {
/** About whom. */
user: UserId,
/** What it is about. */
reason: ReportReason,
/** What happened, in one's own words. */
text?: string,
/** At which table, if it was at one. */
table?: TableId, };

/** What a person chooses who makes a table. */
export type NewTable = {
/** The id of the game. */
game: string,
/** Its options, as in `7x6x4`; empty for the usual game. */
options: string,
/** Who shall sit on each chair, in the order of the seats in the first round. */
chairs: Array<ChairChoice>,
/** How many rounds: `rounds=3`, `best-of=5`, `points=7` or `endless`; one round, or what the game's options
 * say, if nothing is said. */
length?: string,
/** How long the players may think: `none`, `20s/move`, `5m+3s` or `2m~12s`. */
clock?: string,
/** What is lost by whose time runs out. */
flag?: Flag,
/** Whether the result counts for ratings. */
rated?: boolean,
/** The password that is needed to sit down, if any. */
password?: string,
/** Who may watch. */
watchers?: Watchers,
/** Who may take moves back. */
undo?: Undo,
/** Whether players may ask for hints; never at a rated table. */
hints?: boolean,
/** Whether players move one seat further after every round, so that everybody begins in turn. */
rotate?: boolean,
/** Whether the lobby does not list the table, so that only the invited find it. */
hidden?: boolean,
/** Whether the match begins only when a player says so, not as soon as every chair is taken. */
manual_start?: boolean,
/** Whether the first roll of a round waits until a player rolls, as all others do; it concerns everybody, and
 * falls by itself otherwise. */
first_roll?: boolean,
/** Whether who comes may take several chairs and play for all of them; otherwise one each, besides those that
 * are kept for them. */
several_chairs?: boolean,
/** How long computer players may think about a move where no clock presses them: at most three seconds, which
 * is also what they have if nothing is said. */
pace?: Millis,
/** The time between two moves while only computer players play, from half a second to a minute; half a second if
 * nothing is said. The host can change it during the match. */
move_interval?: Millis,
/** Whether computer players think while a person decides. A server that does not allow it refuses the table. */
ponder?: boolean,
/** The position with which every round begins, in the game's notation; the usual one if nothing is said. */
start?: string,
/** The tournament of which the match is a part. The server says so; what a client says here is ignored. */
tournament?: TournamentId, };

/** What a person wants who makes a tournament: the body of `POST /api/tournaments`. */
export type NewTournament = {
/** What it is called. */
name: string,
/** The id of the game, which is for two. */
game: string,
/** Its options; empty for the usual game. */
options: string,
/** How many rounds each match has, as at a table; what is usual if nothing is said. */
length?: string,
/** How long the players may think; a tournament needs a clock. */
clock: string,
/** Whether the matches count for ratings. */
rated: boolean,
/** Who meets whom. */
format: TournamentFormat,
/** How long a player may take to sit down before the match is lost. */
arrival: Millis, };

/** A match between two weight files that is to begin. */
export type NewWeightMatch = {
/** The text of the first file. */
left: string,
/** The text of the second one; the player's own weights if it is missing. */
right?: string,
/** How many games are played, in pairs with swapped seats. */
games: number,
/** When the match ends at the latest. */
minutes: number,
/** How many threads play. */
threads: number,
/** Where chance begins. */
seed: number, };

/** Random bytes of a player that take part in deciding a roll. */
export type Nonce = string;

/** An offer that the others may accept. */
export type Offer = "draw" | { "resign": string } | { "undo": number };

/** A person who waits for an opponent. */
export type OpenSeek = {
/** Who waits. */
person: Person,
/** What they want to play; the next person who wants the same is their opponent. */
seek: Seek, };

/** What came of a match for one player. */
export type Outcome = "won" | "drawn" | "lost";

/** A table of one's own whose match is not over: one sits there, or a chair is kept for oneself. */
export type OwnTable = {
/** The table. */
summary: TableSummary,
/** Whether one is to move or to roll. */
my_turn: boolean,
/** When the time of the player to move is over, in milliseconds since 1970; only in correspondence games. */
deadline?: number, };

/** Whether computer players among themselves play. */
export type PaceMode = "running" | "paused" | "step";

/** A person who uses the server. */
export type Person = {
/** Who it is. */
id: UserId,
/** What people call them. */
name: string,
/** Whether they play without an account. */
guest: boolean,
/** Whether a program plays under this name. */
bot?: boolean, };

/** How far a table is. */
export type Phase = "waiting" | "playing" | "over" | "closed";

/** A cell of the grid, column and row from 0 at the top left. Labels may lie one cell outside the grid. */
export type Place = {
/** The column, from 0 at the left. */
column: number,
/** The row, from 0 at the top. */
row: number, };

/** A computer player that is no level. */
export type PlayerCard = {
/** The word by which it is chosen. */
name: string,
/** What it is. */
about: Text,
/** Its options, each written as one word after the colon: `praktikum-2018:level=5`. */
fields: Array<FieldGroupCard>,
/** The numbers by which it values a position, each of which can be chosen. */
weights: Array<WeightCard>, };

/** What the decisions of a player cost. */
export type PlayerReport = {
/** The name. */
name: string,
/** All decisions that count. */
decisions: LossSum,
/** Those on the board; all of them in games without a doubling cube. */
plays: LossSum,
/** Those about the cube. */
cube: LossSum,
/** Those of the first, the middle and the last third of each round. */
phases: [LossSum, LossSum, LossSum],
/** How many inaccuracies, mistakes and blunders there were. */
grades: [number, number, number],
/** How many decisions could not be judged. */
n_unknown: number,
/** How many plies wins came later and losses earlier than they had to, where results are exact. */
delay: number,
/** 500 times the mean loss, where that is equity: 0 is perfect, and the best people come to 3. */
rating?: number,
/** What the dice gave beyond their mean, where that is known. */
luck?: number,
/** How long decisions took, where that was measured. */
time?: TimeReport, };

/** What came of a match for one chair. */
export type PlayerResult = {
/** The chair, from 0. */
chair: number,
/** The name. */
name: string,
/** Who it was; nothing for a computer player. */
user?: UserId,
/** What came of it. */
outcome: Outcome,
/** Points won in all rounds. */
points: number,
/** Rounds won. */
rounds_won: number, };

/** What is wrong, for programs and for people. */
export type Problem = {
/** The kind of problem. */
code: Code,
/** A sentence for people, which names the problem and the remedy. */
sentence: string,
/** The game's own word for the rule that forbids a move, such as `column-full`. */
reason?: string,
/** What that rule says, or what is wrong with settings, in every language. */
rule?: Text, };

/** The page of a person: the answer to `GET /api/users/ID`. */
export type Profile = {
/** Who it is. */
person: Person,
/** When they came first, in milliseconds since 1970. */
created: number,
/** Their ratings. */
ratings: Array<RatingView>,
/** Their matches by game, chair and opponent. */
tallies: Array<Tally>,
/** Their wins in a row by game. */
streaks: Array<Streak>, };

/** A puzzle, without what gives it away. */
export type PuzzleCard = {
/** The id of the game. */
game: string,
/** The word for it. */
id: string,
/** The options of the game. */
options: string,
/** The position. */
position: string,
/** How hard it is. */
rating: number,
/** How many people have tried it. */
tries: number,
/** How many of them have solved it at once. */
solved: number,
/** What it is about: ids of themes. */
themes: Array<string>, };

/** Why a solution is one. */
export type PuzzleExplanation = {
/** The moves that solve it, with the answers between them. */
solution: Array<string>,
/** How the game goes on if both sides do their best. */
line: Array<string>,
/** What the game is worth with the solution. */
worth?: Valuation,
/** What it is worth with the best of the other moves. */
second?: Valuation, };

/** The solver's own moves from the position on, without the answers between them. */
export type PuzzleMoves = {
/** The moves; none to see the solution. */
moves: Array<string>, };

/** The puzzles of a game, and how whoever asks does with them. */
export type PuzzleOverview = {
/** The id of the game. */
game: string,
/** How many there are. */
n_puzzles: number,
/** What they are about. */
themes: Array<ThemeCard>,
/** How whoever asks does. */
you: SolverCard,
/** The word for the puzzle of today. */
daily: string,
/** Whether that one was solved at once; nothing if it was not tried yet. */
daily_solved?: boolean,
/** How many mistakes of one's own have come back. */
n_due: number, };

/** What moves have come to. */
export type PuzzleState = "right" | "solved" | "wrong" | "shown";

/** The answer to moves. */
export type PuzzleVerdict = {
/** What they have come to. */
state: PuzzleState,
/** The answer of the other side to right moves. */
reply?: string,
/** Once it is solved or given up. */
explanation?: PuzzleExplanation,
/** How far one's rating has moved, if this was the first try. */
gained?: number,
/** How one does now, if that has changed. */
you?: SolverCard, };

/** What a match did to a rating. */
export type RatingChange = {
/** The chair, from 0. */
chair: number,
/** The rating before. */
before: number,
/** The rating after. */
after: number,
/** How uncertain it is now. */
deviation: number,
/** Whether it is too uncertain to be compared. */
provisional: boolean, };

/** How strong a person is at a game. */
export type RatingView = {
/** The id of the game. */
game: string,
/** The rating; newcomers begin at 1500. */
rating: number,
/** How uncertain it is: the true strength lies within twice as much in 19 of 20 cases. */
deviation: number,
/** Whether it is too uncertain to be compared. */
provisional: boolean,
/** How many rated matches it rests on. */
games: number, };

/** A relation that begins (`POST /api/me/relations`) or ends (`DELETE`). */
export type RelationChange = {
/** To whom. */
user: UserId,
/** Which. */
kind: RelationKind, };

/** How a person stands to another one. */
export type RelationKind = "follow" | "mute" | "block";

/** Whom one follows, mutes and blocks: the answer to `GET /api/me/relations`. */
export type Relations = {
/** Whom one follows. */
follow: Array<Person>,
/** Whom one has muted. */
mute: Array<Person>,
/** Whom one has blocked. */
block: Array<Person>, };

/** A match, played again from its record. */
export type Replay = {
/** The id of the game. */
game: string,
/** Its options in canonical form. */
options: string,
/** Who played, in the order of the chairs. */
players: Array<string>,
/** What people call each seat, in order. */
seats: Array<Text>,
/** The rounds, as many as fit into an answer. */
rounds: Array<ReplayRound>,
/** The number, from 0, of the first round that did not fit: asking for the rest from there goes on. */
next?: number, };

/** A move, or a roll of the dice. */
export type ReplayMove = {
/** Who played; nobody if it was the dice. */
by: Seat | null,
/** What, in the game's notation. */
text: string,
/** How long it took, if that is known. */
spent: Millis | null, };

/** What is said about a position of a record, and which moves could follow besides the one that does. */
export type ReplayNote = {
/** How good the move was that led here. */
mark?: MoveMark,
/** A text of any number of lines; empty if there is none. */
comment?: string,
/** Lines that begin here. */
variations?: Array<ReplayVariation>, };

/** A round, played again. */
export type ReplayRound = {
/** Which player, from 0, sits at each seat. */
players: Array<number>,
/** What was played. */
moves: Array<ReplayMove>,
/** The position before each move, and the last one. */
positions: Array<string>,
/** How it ended, and the points of each seat; nothing if it goes on. */
result?: [End, Array<number>],
/** The result in words, where the rules ended the round. */
verdict?: Text,
/** What was added afterwards, by the plies after which it stands. */
notes?: { [key in number]: ReplayNote }, };

/** Moves of a record that were not played. */
export type ReplayVariation = {
/** The moves. */
moves: Array<ReplayMove>,
/** The position after each of them. */
positions: Array<string>,
/** What is said about it, by the plies of the variation after which it stands. */
notes?: { [key in number]: ReplayNote }, };

/** What a report is about. */
export type ReportReason = "abuse" | "cheating" | "spam" | "name" | "other";

/** What the report about a match says about one of its players. */
export type ReportedMatch = {
/** The id of the report. */
report: string,
/** The table at which it was played. */
table: TableId,
/** The id of the game. */
game: string,
/** When the match was over. */
finished: number,
/** The unit of the loss. */
unit: LossUnit,
/** How many decisions counted. */
decisions: number,
/** What a decision lost on average. */
mean: number,
/** The performance rating in backgammon. */
rating?: number,
/** The luck of the dice. */
luck?: number,
/** How many inaccuracies, mistakes and blunders there were. */
grades: [number, number, number], };

/** A command with the number that the client gives it.
 *
 * The numbers of a client grow. A command whose answer was lost is sent again with the same number and takes
 * effect only once. */
export type Request = {
/** The number of the command. */
number: number,
/** What is wanted. */
command: Command, };

/** A roll of a match. A roll that was taken back and falls again has the same number, and falls the same way. */
export type RollNumber = {
/** The round, from 1. */
round: number,
/** Its number in the round, from 1. */
number: number, };

/** A round with every decision judged. */
export type RoundReport = {
/** Which player, from 0, sat at each seat. */
players: Array<number>,
/** What the seats are called. */
seat_names: Array<Text>,
/** Everything that was played, rolls included. */
moves: Array<JudgedMove>,
/** How many plies were played before each turning point, the largest first. */
turning_points: Array<number>,
/** How it ended and what each seat won; nothing while it goes on. */
result?: [End, Array<number>],
/** How it ended by the rules, in a sentence. */
sentence?: Text,
/** What each mover has at the end, as people count it: discs, squares. */
tally?: number[], };

/** A drawing of a position. */
export type Scene = {
/** The width of the grid in cells. */
columns: number,
/** The height of the grid in cells. */
rows: number,
/** The cells of the board. */
cells: Array<Cell>,
/** What lies on them. */
tokens: Array<Token>,
/** What is written on the board and around it. */
labels: Array<Label>,
/** The dice. */
dice: Array<Die>,
/** Where moves begin. */
hot_spots: Array<HotSpot>,
/** What is said beside the board: whose turn it is, counts, points. */
status: Array<Text>, };

/** The score of a player over the rounds of a match. */
export type Score = {
/** Rounds won. */
wins: number,
/** Rounds that nobody won. */
draws: number,
/** Rounds that others won. */
losses: number,
/** Points won in all rounds. */
points: number, };

/** A move in a tree and where it leads. */
export type SearchBranch = {
/** The move in the game's notation. */
text: string,
/** Whether it gives the position its value; of equal moves the first. */
is_best: boolean,
/** The position after it; nothing if it was cut off. */
node?: SearchNode, };

/** A position in a tree. */
export type SearchNode = {
/** The position in the game's notation. */
position: string,
/** Who decides here. */
kind: SearchNodeKind,
/** What the position is worth to the maximizer, as far as it had to be found out. */
value: number,
/** Whether that is its value or only a bound of it. */
bound: ValueBound,
/** The bounds with which alpha-beta came here. */
window?: SearchWindow,
/** The moves from here, in the order in which they were tried. */
branches: Array<SearchBranch>, };

/** Who decides at a position of a tree. */
export type SearchNodeKind = "max" | "min" | "leaf" | "over";

/** The tree of a look-ahead from a position, with the value of every position in it. */
export type SearchTree = {
/** The id of the game. */
game: string,
/** Its options in canonical form. */
options: string,
/** The seat to move at the root. All values are those for it: it looks for the greatest, the other seat for the
 * least. */
maximizer: Seat,
/** What people call that seat. */
maximizer_name: Text,
/** The evaluation at the end of the look-ahead; without one an unfinished game counts 0. */
evaluation?: string,
/** How many plies it reaches. */
depth: number,
/** Whether moves that cannot change the value of the root were cut off. */
alpha_beta: boolean,
/** How many positions were looked at, the root included. */
n_positions: number,
/** How many moves were cut off. */
n_cut: number,
/** The moves that both sides choose, from the root on. */
best_line: Array<string>,
/** The value of a game that the maximizer has won; one that it has lost has the negative of it. */
win_value: number,
/** The position from which the tree grows. */
root: SearchNode, };

/** What both sides are sure of elsewhere in the tree; nothing as long as they are sure of nothing. */
export type SearchWindow = {
/** What the maximizer gets at least. */
alpha: number | null,
/** What the maximizer gets at most. */
beta: number | null, };

/** A seat at the table, from 0. Not a color: in Blokus one seat may own two.
 *
 * ```
 * use framework::Seat;
 * let second = Seat::new(1);
 * assert_eq!((second.index(), second.number()), (1, 2));
 * assert_eq!(second.next(2), Seat::FIRST);
 * ``` */
export type Seat = number;

/** What a person who waits for an opponent wants to play. */
export type Seek = {
/** The id of the game. */
game: string,
/** Its options; empty for the usual game. */
options: string,
/** How long the players may think, as in `5m+3s` or `none`. */
clock: string,
/** How many rounds; one if nothing is said. */
length?: string,
/** Whether the result counts for ratings. */
rated: boolean, };

/** The form of a thing on the board. */
export type Shape = "disc" | "square" | "cube";

/** What a player gave to a roll. */
export type Share = { "nonce": Nonce } | "none" | "late" | "engine";

/** Who plays on a chair. */
export type Sitter = { "person": Person } | { "engine": string };

/** Everything about a table at one moment. */
export type Snapshot = {
/** The number of the last event that is in it. */
seq: number,
/** What the lobby shows of the table. */
summary: TableSummary,
/** Who may take moves back. */
undo: Undo,
/** Whether players may ask for hints. */
hints: boolean,
/** Whether the match begins only when a player says so. */
manual_start: boolean,
/** The invitation to hand on; only players see it. */
invite?: string,
/** The tournament of which the match is a part. */
tournament?: TournamentId,
/** What is known of its dice; nothing before the match begins, or where chance decides nothing. */
dice?: DiceView,
/** How fast computer players play; nothing where a person plays as well. */
engine_pace?: EnginePace,
/** What there is to see of the match; nothing before it begins. */
moment?: Moment, };

/** How a person does with the puzzles of a game. */
export type SolverCard = {
/** How strong they are. */
rating: number,
/** The standard deviation of the rating. */
deviation: number,
/** How many puzzles they have tried. */
tries: number,
/** How many of them were solved at once. */
solved: number,
/** How many in a row, up to the last one. */
streak: number,
/** The longest row. */
best_streak: number, };

/** Wins in a row at a game. */
export type Streak = {
/** The id of the game. */
game: string,
/** How many of the last matches were won in a row. */
current: number,
/** The most that were ever won in a row. */
longest: number, };

/** The strength of weights at one moment of an evolution, in points a game, with an interval of 95 %. */
export type StrengthPoint = {
/** The games played before. */
games: number,
/** The mean. */
mean: number,
/** The lower end of the interval. */
low: number,
/** The upper end of the interval. */
high: number, };

/** A numbered event at a table. */
export type TableEvent = {
/** Its number at this table, from 1, without gaps. */
seq: number,
/** When, on the clock of the table, which stands still while the server cannot write. */
at: Millis,
/** When, in milliseconds since 1970. */
time: number,
/** What happened. */
what: TableHappening, };

/** What can happen at a table. */
export type TableHappening = { "sat": {
/** Which, from 0. */
chair: number,
/** Who. */
who: Sitter, } } | { "left": {
/** Which, from 0. */
chair: number, } } | { "began": {
/** The names, in the order of the chairs. */
names: Array<string>, } } | { "match": Happening } | { "dice-committed": {
/** The hash of the secret. */
commitment: Digest, } } | { "pledged": {
/** On which chair, from 0. */
chair: number,
/** The hash of the nonce. */
pledge: Digest, } } | { "rolling": {
/** Which roll. */
roll: RollNumber,
/** The nonce of the player who rolls, if it came with the command. */
nonce?: Nonce,
/** The chairs, from 0, whose nonces are waited for. */
waits_for: Array<number>, } } | { "revealed": {
/** On which chair, from 0. */
chair: number,
/** The nonce. */
nonce: Nonce, } } | { "cast": {
/** Which roll. */
roll: RollNumber,
/** How it fell, with all tries where equal dice are rolled again. */
fell: Drawn,
/** What each player gave: who rolls first, then the others in the order of their seats. */
shares: Array<Share>, } } | { "dice-revealed": {
/** The secret. */
secret: DiceSecret, } } | { "preferred": {
/** On which chair, from 0. */
chair: number,
/** Whether dice are rolled by themselves. */
auto_roll: boolean,
/** Whether the player confirms that there is no move. */
confirm_blocked: boolean, } } | { "pace-set": EnginePace } | { "rematch": {
/** Which. */
table: TableId, } } | "closed";

/** A table. */
export type TableId = string;

/** A table in the list of the lobby. */
export type TableSummary = {
/** Which table it is. */
id: TableId,
/** The id of the game. */
game: string,
/** The options of the game in canonical form. */
options: string,
/** Who made the table. */
host: Person,
/** The chairs, in the order of the seats in the first round. */
chairs: Array<Chair>,
/** How many rounds are played, as in `points=7`. */
length: string,
/** How long the players may think, as in `5m+3s`. */
clock: string,
/** Whether the result counts for ratings. */
rated: boolean,
/** Whether a password is needed to sit down. */
locked: boolean,
/** Who may watch. */
watchers: Watchers,
/** How far the table is. */
phase: Phase,
/** When it was made, in milliseconds since 1970. */
created: number, };

/** Matches of one kind, counted. */
export type Tally = {
/** The id of the game. */
game: string,
/** The chair, from 0: who sat on the first one began the first round. */
chair: number,
/** Against whom: `people`, the name of a computer player, or `several` of different kinds. */
opponent: string,
/** Matches won. */
won: number,
/** Matches drawn. */
drawn: number,
/** Matches lost. */
lost: number,
/** Points won in all rounds. */
points: number,
/** Moves played. */
moves: number,
/** How long they took together, in milliseconds. */
thinking: number, };

/** A sentence in English and in German.
 *
 * ```
 * use framework::{Language, Text};
 * let full = Text::fixed("column 4 is full", "Spalte 4 ist voll");
 * assert_eq!(full.in_language(Language::German), "Spalte 4 ist voll");
 * assert_eq!(full.to_string(), "column 4 is full");
 * ``` */
export type Text = {
/** The sentence in English. */
en: string,
/** The sentence in German. */
de: string, };

/** A motif by which puzzles are told apart. */
export type ThemeCard = {
/** The word for it. */
id: string,
/** What people call it. */
name: Text,
/** How many puzzles of the game are about it. */
n_puzzles: number, };

/** The time of decisions, in milliseconds. */
export type TimeReport = {
/** How many decisions were not worse than an inaccuracy, and how long they took together. */
sound: [number, number],
/** The same for mistakes and blunders. */
mistaken: [number, number], };

/** The color of a thing. */
export type Tint = "black" | "white" | "red" | "yellow" | "blue" | "green" | "orange" | "purple";

/** Who decides next. */
export type ToMove = { "seat": Seat } | { "dice": Seat | null } | "nobody";

/** A thing on the board. */
export type Token = {
/** Where it lies. */
place: Place,
/** Its color. */
tint: Tint,
/** Its form. */
shape: Shape,
/** A letter that tells it from others where there are no colors. */
letter: string,
/** What is written on it, such as the height of a stack; often empty. */
caption: string,
/** What is special about it. */
mark: Mark,
/** Tokens of the same group are parts of one piece. */
group: number | null, };

/** A tournament, as it is kept. */
export type Tournament = {
/** Which one. */
id: TournamentId,
/** Who made it, starts it and may call it off. */
host: Person,
/** What is agreed. */
terms: NewTournament,
/** How far it is. */
phase: TournamentPhase,
/** When it was made, in milliseconds since 1970. */
created: number,
/** The players: in the order in which they joined, and once it runs by strength. */
players: Array<Entrant>,
/** The rounds that have begun. */
rounds: Array<TournamentRound>, };

/** Who meets whom. */
export type TournamentFormat = "round-robin" | { "swiss": {
/** How many. */
rounds: number, } } | "knock-out";

/** A tournament. */
export type TournamentId = string;

/** How far a tournament is. */
export type TournamentPhase = "open" | "running" | "over" | "cancelled";

/** A round of a tournament. */
export type TournamentRound = {
/** When it began, in milliseconds since 1970. */
began: number,
/** Its matches. */
contests: Array<Contest>,
/** The player who is free, if one is: an index into the players. */
free?: number, };

/** How a player of a tournament stands. */
export type TournamentStanding = {
/** The player: an index into the players. */
player: number,
/** The place, from 1; who is equal in everything shares one. */
rank: number,
/** Points: 1 for a win, half of one for a draw, and 1 for a free round of a Swiss tournament. */
points: number,
/** Matches won, also by forfeit. */
won: number,
/** Matches drawn. */
drawn: number,
/** Matches lost, also by forfeit. */
lost: number,
/** The points of all opponents together, which decide between equal points. */
buchholz: number,
/** The points of those who were beaten and half of those with whom it was a draw, which decide next. */
sonneborn_berger: number, };

/** A tournament in a list: the answer to `GET /api/tournaments` is a list of them. */
export type TournamentSummary = {
/** Which one. */
id: TournamentId,
/** Who made it. */
host: Person,
/** What is agreed. */
terms: NewTournament,
/** How far it is. */
phase: TournamentPhase,
/** When it was made, in milliseconds since 1970. */
created: number,
/** How many play. */
n_players: number,
/** How many rounds have begun. */
n_rounds: number, };

/** A tournament and how everybody stands: the answer to `GET /api/tournaments/ID`. */
export type TournamentView = {
/** The tournament. */
tournament: Tournament,
/** How everybody stands, the best first. */
standings: Array<TournamentStanding>, };

/** Who may take moves back. */
export type Undo = "free" | "by-agreement" | "never";

/** A person or a bot who uses the server. */
export type UserId = string;

/** What a game is worth to a seat, in the unit in which its players count, and no more than the player who says so
 * knows.
 *
 * ```
 * use framework::{Ending, Valuation, search::WIN};
 * assert_eq!(Valuation::of_score(WIN - 7.0, false).in_words().en, "won in 7");
 * assert_eq!(Valuation::Discs { more: -2.5, certain: false }.in_words().de, "etwa −2,5 Steine");
 * assert_eq!(Valuation::of_score(0.0, true), Valuation::Certain { ending: Ending::Drawn, plies: None });
 * ``` */
export type Valuation = { "unit": "certain",
/** How. */
ending: Ending,
/** After how many more plies, if that is known. */
plies?: number, } | { "unit": "discs",
/** How many more than the other seat. */
more: number,
/** Whether it is the result of perfect play, not a guess. */
certain: boolean, } | { "unit": "equity",
/** How many times the stake. */
points: number,
/** The chances behind it, where they are known. */
chances?: LevelChances, } | { "unit": "chance",
/** From 0 to 1. */
win: number, } | { "unit": "place",
/** From 1, the first. */
expected: number,
/** How many places there are. */
of: number, } | { "unit": "points",
/** How many; fewer than none if it loses some. */
expected: number, } | { "unit": "score",
/** The number. */
value: number, };

/** What is known about a value. */
export type ValueBound = "exact" | "at-least" | "at-most";

/** A way to play a game. */
export type VariantCard = {
/** The line of options that chooses it. */
options: string,
/** What people call it. */
name: Text,
/** What people call each seat, in order. */
seats: Array<Text>,
/** The position in which it begins. */
start: string, };

/** What is said about a decision. */
export type Verdict = {
/** What it was about. */
kind: DecisionKind,
/** The best move. */
best: string,
/** What follows the best move, which is its first. */
line: Array<string>,
/** What the position was worth to the mover. */
worth: Valuation,
/** What the move that was played was worth; nothing if nobody knows. */
got?: Valuation,
/** What it lost; nothing if nobody knows. */
loss?: Loss,
/** Whether it counts as a decision: there was a choice, and it was not obvious. */
counts: boolean, };

/** The board of a visit, as the boards of our own tables are told. */
export type VisitBoard = {
/** The id of the game. */
game: string,
/** Its options. */
options: string,
/** The position in the game's notation. */
position: string,
/** What to draw, and the legal moves if one is to move. */
drawing: Drawing,
/** One's own seat; nothing for who watches. */
seat: Seat | null,
/** Who decides next. */
to_move: ToMove,
/** What was played in this game, rolls included. */
played: Array<VisitMove>,
/** The move that the server advises. */
hint?: string, };

/** A line between two who play Connect Four. */
export type VisitCourse = {
/** The number of the game, from 1. */
game: number,
/** Whether one is yellow and begins. */
is_yellow: boolean,
/** How the game has ended; nothing while it goes on. */
end: VisitEnd | null,
/** Whether one waits for the other side to begin the next game. */
is_waiting: boolean,
/** The games that were won, lost and drawn. */
results: [number, number, number], };

/** How a game has ended for oneself. */
export type VisitEnd = "won" | "lost" | "drawn";

/** A game of a hall. */
export type VisitGame = {
/** Its number. */
game: number,
/** Who sits there. */
players: Array<string>,
/** Whether it needs a password. */
is_locked: boolean,
/** The seconds for a turn; 0 for as long as one likes. */
timeout: number,
/** The rounds that are left. */
rounds: number, };

/** A hall with many games of backgammon. */
export type VisitHall = {
/** One's own name. */
name: string,
/** Whether one is logged in. */
is_in: boolean,
/** Who is here. */
users: Array<string>,
/** The games there are. */
games: Array<VisitGame>,
/** The game in which one sits. */
seated: number | null,
/** Who sits opposite. */
opponent: string | null,
/** Whether a round goes on. */
is_playing: boolean,
/** Whether one has said that the round may begin. */
is_ready: boolean,
/** The rounds of this game that are over. */
rounds: Array<VisitRound>,
/** The rounds that are left, once that is known. */
left: number | null, };

/** Something that was said or has happened. */
export type VisitLine = {
/** Who says it; nobody if it has happened. */
from?: string,
/** The one to whom it is said alone. */
to?: string,
/** What. */
text: Text, };

/** What a person is told on a visit. */
export type VisitMessage = { "type": "waiting",
/** What the other side connects to. */
addresses: Array<string>, } | { "type": "begun",
/** The word by which one comes back, which nobody can guess. */
visit: string, } | { "type": "stands",
/** Everything there is to see. */
view: VisitView, } | { "type": "told",
/** What. */
line: VisitLine, } | { "type": "refused",
/** Why not. */
text: Text, } | { "type": "ended",
/** Why. */
text: Text, };

/** A move, or a roll of the dice. */
export type VisitMove = {
/** Who; nobody if it was the dice. */
seat: Seat | null,
/** What. */
text: string, };

/** A password on its way, which is never shown. */
export type VisitPassword = string;

/** What a protocol has besides a board. */
export type VisitPlace = { "type": "hall" } & VisitHall | { "type": "course" } & VisitCourse | { "type": "room" } & VisitRoom;

/** A room with one game of Blokus. */
export type VisitRoom = {
/** The name of the game, such as `duo`. */
mode: string,
/** The sides of the board. */
size: [number, number],
/** The colors that play, in their order. */
seats: Array<VisitSeat>,
/** How many clients there are. */
clients: number,
/** Whether the game goes on. */
is_running: boolean,
/** Whether the game is over. */
is_over: boolean,
/** Whose turn it is. */
current: string | null, };

/** A round of backgammon that is over. */
export type VisitRound = {
/** Whether one has won it. */
won: boolean,
/** One's own points and those of the other side. */
points: [number, number], };

/** A color of a room. */
export type VisitSeat = {
/** The color: `blue`, `yellow`, `red` or `green`. */
color: string,
/** Who plays it. */
name: Text,
/** Whether it is one's own. */
is_mine: boolean,
/** What it has counted, once the game has begun. */
points: number | null, };

/** Everything there is to see on a visit. */
export type VisitView = {
/** Where one is, and as whom. */
address: string,
/** What the protocol has besides a board. */
place: VisitPlace,
/** The board; nothing before the first game. */
board?: VisitBoard,
/** The level of the computer that plays; nothing for who plays. */
computer?: number, };

/** What a person asks for on a visit. */
export type VisitWish = { "type": "open",
/** Where to, and as whom: `welfenlab://anna@host:30167`. */
address: string,
/** The password, where the protocol has one. */
password?: VisitPassword,
/** Whether to wait for a connection instead of connecting. */
listen?: boolean,
/** Whether a game shall begin without further words: the first free one, or a new one. */
at_once?: boolean,
/** The level of a computer that plays, from 1 to 10; nothing for who plays. */
computer?: number,
/** How many colors of Blokus to sit down on, from 0 to 4; without it 1 if a game begins at once, and else 0. */
seats?: number, } | { "type": "resume",
/** The word that [`VisitMessage::Begun`] has told. */
visit: string, } | { "type": "quit" } | { "type": "computer",
/** Its level, from 1 to 10; nothing for who plays. */
level: number | null, } | { "type": "look" } | { "type": "create",
/** How many rounds. */
rounds: number,
/** The seconds for one turn; 0 for as long as one likes. */
timeout: number,
/** The password of the game; empty for none. */
password: VisitPassword, } | { "type": "join",
/** Its number. */
game: number,
/** Its password; empty for none. */
password: VisitPassword, } | { "type": "begin" } | { "type": "leave" } | { "type": "say",
/** To whom; to everybody if nobody is named. */
to: string | null,
/** What. */
text: string, } | { "type": "play",
/** The move in the notation of our games. */
text: string, } | { "type": "why-not",
/** The move. */
text: string, } | { "type": "sit",
/** Which color; any if none is named. */
color: string | null, } | { "type": "stand",
/** Which color. */
color: string, } | { "type": "mode",
/** Its name: `classic`, `two-players`, `two-colors`, `duo` or `junior`. */
name: string,
/** The sides of the board, if not the usual ones. */
size: [number, number] | null, } | { "type": "hint" } | { "type": "take-back" };

/** Who may watch a table. */
export type Watchers = "everyone" | "invited" | "nobody";

/** A number by which a computer player values a position. */
export type WeightCard = {
/** The word by which it is chosen, as in `welfenlab-2006:w1=2.5`. */
name: string,
/** What it weighs. */
about: Text,
/** What it usually is. */
usual: number,
/** The least that it may be. */
least: number,
/** The most that it may be. */
most: number,
/** Whether it is a whole number. */
is_whole: boolean, };

/** Two sets of weights of one player. */
export type WeightComparison = {
/** The id of the game. */
game: string,
/** The player. */
player: string,
/** Its weights. */
terms: Array<ComparedTerm>, };

/** What games between two sets of weights say, from the side of the better or the first ones. */
export type WeightResult = {
/** How many games were played. */
games: number,
/** Points a game, in the mean. */
mean: number,
/** The lower end of the interval of 95 %. */
low: number,
/** The upper end of the interval. */
high: number, };

/** A job of the workshop. */
export type WorkshopJob = {
/** Which, from 1. */
number: number,
/** What it is about. */
kind: JobKind,
/** How far it is. */
stage: JobStage,
/** The id of the game. */
game: string,
/** The player. */
player: string,
/** How many games were played. */
games: number,
/** How many are to be played, the last test not counted. */
planned_games: number,
/** How many generations there were. */
generation: number,
/** How long it has worked. */
seconds: number,
/** When its search ends at the latest. */
max_seconds: number,
/** The strength of the best weights over the games. */
strength: Array<StrengthPoint>,
/** The weights: at the start and the best so far, or those of both sides of a match. */
terms: Array<ComparedTerm>,
/** The best weights so far as a weight file. */
file?: string,
/** What the last test or the match says. */
result?: WeightResult,
/** Why it has failed. */
problem?: Text, };

/** A computer player with weights. */
export type WorkshopPlayer = {
/** The id of its game. */
game: string,
/** What people call the game. */
game_name: Text,
/** The word by which it is chosen. */
player: string,
/** How many weights it has. */
terms: number, };

/** What can be worked on, and what is being worked on. */
export type WorkshopView = {
/** The players that have weights. */
players: Array<WorkshopPlayer>,
/** The most threads that a job may use. */
max_threads: number,
/** The most minutes that a job may take. */
max_minutes: number,
/** The most games that a job may play. */
max_games: number,
/** The present job, or the last one. */
job?: WorkshopJob, };
