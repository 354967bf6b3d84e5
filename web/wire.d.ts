// Made by `make types` from the structs of the server. Do not edit.

/** What one seat may know, with its legal moves; each game adds fields of its own. */
export interface View {
  seats: number;
  seat: number | null;
  ply: number;
  actors: number[];
  moves: string[];
  foreseen: Record<string, Record<string, unknown>>;
  timer: { since: number; wait: number } | null;
  outcome: Outcome | null;
  [field: string]: unknown;
}

/** How a match ended: one entry per seat in each list; rank 1 is first. */
export interface Outcome {
  items: Record<string, number>[];
  scores: number[];
  ranks: number[];
  winners: number[];
}

/** A seat for which the others may let a bot play; `missing` are the seats that must still agree. */
export interface AbsentSeat {
  seat: number;
  missing: number[];
}

/** The account of the visitor; results with the latest first. `host`: it may moderate the site. */
export interface AccountInfo {
  name: string;
  ratings: RatingInfo[];
  tables: Listed[];
  results?: ResultInfo[];
  host?: boolean;
}

/** A move, its estimated utility (0 to 1), the expected score, and reasons, the largest first. Points are whole and no finer than their error. `gain`: by how much the first move surpasses the mean of the others, 0 within the error. `behind`: by how much a move is behind the first. `worth` and `points` are null where the game itself proposes a move, as in a race; `then` is then the move that should follow it, empty for any. */
export interface Advice {
  move: string;
  worth: number | null;
  points: number | null;
  gain: number;
  behind: number;
  reasons: Reason[];
  then: string;
}

/** Answer a request for undo. */
export interface Agree {
  t: "agree";
  agreed: boolean;
  id: string;
}

/** A command was carried out; `seq` is the number of its event. */
export interface Answer {
  t: "answer";
  id: string;
  seq: number;
}

/** Change options, clock or privacy before the start. */
export interface Arrange {
  t: "arrange";
  options?: Record<string, string>;
  clock?: Clock;
  listed?: boolean;
  id: string;
}

/** A pending request to go back to a ply; `agreed` are the seats that consented. */
export interface AskingInfo {
  seat: number;
  ply: number;
  agreed: number[];
}

/** AuthenticatorAssertionResponse. */
export interface Assertion {
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string | null;
}

/** AuthenticatorAttestationResponse. */
export interface Attestation {
  clientDataJSON: string;
  attestationObject: string;
}

/** A ban of a person (by id, with the name) or of a network address; `at` in ms since 1970. */
export interface BanInfo {
  kind: string;
  value: string;
  name: string;
  at: number;
}

/** The time that a bot takes for its first decision at full strength, in milliseconds. */
export interface BotSpeed {
  ms: number;
}

/** A day that has deals, and the games of which this person has finished one, with the best score. */
export interface CalendarDay {
  day: string;
  scores: Record<string, number>;
  ranked: boolean;
}

/** A line of chat; seat -1 is a spectator. `number` counts the lines of the table from 1. `author` is the same for all lines of one visitor at this table, and says nothing else. `note`: in a line that nobody wrote, why a bot took the seat (left, late, banned, deleted). */
export interface ChatLine {
  at: number;
  seat: number;
  name: string;
  text: string;
  number?: number;
  author?: string;
  note?: string;
}

/** Use a link made by Lend, on another device. */
export interface Claim {
  t: "claim";
  secret: string;
  id: string;
}

/** Thinking time: unlimited, a bank for the whole match (live), or seconds or days for each decision. */
export interface Clock {
  kind?: "days" | "live" | "move" | "none";
  seconds?: number;
  increment?: number;
  days?: number;
  opens?: number;
  closes?: number;
  holidays?: number;
}

/** A closed table; `at` in ms since 1970. */
export interface ClosedTable {
  table: string;
  at: number;
}

/** A request for new recovery codes, with the password or the assertion of a passkey. */
export interface CodesRequest {
  present?: string;
  credential?: UsedCredential | null;
}

/** The password again, to confirm something that cannot be undone. */
export interface Confirmation {
  password: string;
}

/** The address that was confirmed. */
export interface ConfirmedAddress {
  address: string;
}

/** A name and its password. */
export interface Credentials {
  name: string;
  password: string;
}

/** The deals of a day (UTC). Times are in milliseconds since 1970. `ends`: until when a ranked try may begin; `closes`: when the ranking is final and the secret published. `commitment` and `next_commitment` fix the secrets of this day and of the day after; both were published the day before. `secret` is empty until `closes`. */
export interface Daily {
  day: string;
  today: string;
  first_day: string;
  ends: number;
  closes: number;
  featured: string;
  commitment: string;
  next_commitment: string;
  secret: string;
  streak: number;
  week: DayMark[];
  games: DailyGame[];
}

/** The deal of one game. `bots`: their levels, in the order of the seats after the person's. `players`: how many people are in the ranking. `tries`: those of this person, the first begun first. `open`: whether the ranking may be seen, which is after their own try, or when the day is over. */
export interface DailyGame {
  game: string;
  bots: string[];
  options: Record<string, string>;
  players: number;
  tries: OwnTry[];
  open: boolean;
}

/** A row of a ranking: equal results share a place. `lead`: points more than the best of the others. */
export interface DailyRow {
  place: number;
  name: string;
  face: string;
  score: number;
  lead: number;
  table: string;
  you: boolean;
}

/** A day, and whether this person has finished a ranked try on it. */
export interface DayMark {
  day: string;
  played: boolean;
}

/** The id of one of the account's devices. */
export interface DeviceChoice {
  id: string;
}

/** A device that is logged in: description, since when (ms since 1970; 0: unknown), if it is this one. */
export interface DeviceInfo {
  id: string;
  device: string;
  since: number;
  here: boolean;
}

/** An achievement: when it was earned, null if not yet; `table` is empty in the profile of another. */
export interface Earned {
  name: string;
  at: number | null;
  table: string;
}

/** The moves of a person in an exercise. */
export interface ExerciseMoves {
  moves: string[];
}

/** The exercises of a game for a person: the next one, how many were answered, and their rating. */
export interface ExercisePage {
  total: number;
  answered: number;
  right: number;
  rating: ExerciseRating;
  task: ExerciseTask;
}

/** A position on the way through an exercise; `over`: the person has finished their part of the race. */
export interface ExercisePosition {
  view: View;
  over: boolean;
}

/** A Glicko rating, rounded: the value, and its deviation. */
export interface ExerciseRating {
  value: number;
  deviation: number;
}

/** The verdict on an answer, and the explanation. `own` and `best`: the move of the person and the best one, as they are shown; `chosen` and `answer`: both as words. A person who gave up, or played a race, has no `own` move and an empty `chosen`. `points`: of lead, that the next best move loses; `reasons`: items with points. `before` and `after`: the rating of the person, equal if the answer was not `rated`. */
export interface ExerciseResult {
  right: boolean;
  rated: boolean;
  chosen: string;
  answer: string;
  own: LessonScene | null;
  best: LessonScene;
  points: number;
  reasons: ([string, number])[];
  before: ExerciseRating;
  after: ExerciseRating;
}

/** An exercise without its answer. `goal`: the `best` move, or to `fill` one's board in a race. `view` is that of `seat`. `pieces`: how many pieces fill the board, 0 for `best`. `rated`: the answer will count, as the first one of this person. */
export interface ExerciseTask {
  id: string;
  game: string;
  goal: string;
  seats: number;
  seat: number;
  options: Record<string, string>;
  view: View;
  race: boolean;
  pieces: number;
  difficulty: number;
  rated: boolean;
}

/** The match of the strongest bot at the same deal; `score` is null while it goes on. */
export interface ExpertLine {
  table: string;
  score: number | null;
}

/** The score of a seat; `bot` is the level of a bot, empty for a person. */
export interface FinalCount {
  name: string;
  bot: string;
  score: number;
}

/** Remove a bot before the start. */
export interface Free {
  t: "free";
  seat: number;
  id: string;
}

/** A friend. `presence`: sits at a table, wants to play, or neither is known. */
export interface Friend {
  id: string;
  name: string;
  face: string;
  presence: "offline" | "table" | "wants";
}

/** The person who gave a friend code, and their relation to the visitor. */
export interface FriendCard {
  name: string;
  face: string;
  relation: "friend" | "none" | "you";
}

/** The person and those they know. `code` is empty for a visitor who has no card yet. `wants_until`: until when friends are told that the person wants to play, ms since 1970; 0 for not. */
export interface FriendsInfo {
  name?: string;
  face?: string;
  code?: string;
  wants_until?: number;
  friends?: Friend[];
  blocked?: PersonInfo[];
  muted?: PersonInfo[];
  invitations?: InvitationInfo[];
}

/** A game. `minutes`: from, to. `pad`: whether it has a score pad for the boxed game. `together`: whether people may share one device. `people`: verbs whose first argument is a seat. `hints`: whether hints are given against bots. `first`: options for a person's first match. `memory`: whether remembering what was shown is the game. `exercises`: how many there are. `unit`: what a score counts, "points" or "tiles". */
export interface GameInfo {
  key: string;
  version: number;
  titles: Record<string, string>;
  least: number;
  most: number;
  options: OptionInfo[];
  minutes: [number, number];
  age: number;
  credits: string;
  pad: boolean;
  together: boolean;
  people: string[];
  hints: boolean;
  first: Record<string, string>;
  memory?: boolean;
  lessons?: LessonInfo[];
  exercises?: number;
  unit?: string;
}

/** A person at one game; `rating` is null before the first rated match. Graph: the earliest first. */
export interface GameProfile {
  game: string;
  rating: RatingInfo | null;
  totals: SeatTotals[];
  graph: RatingPoint[];
  achievements: Earned[];
}

/** The ranking at one game, the best first; members without a match are not in it. */
export interface GameRanking {
  game: string;
  rows: MemberScore[];
}

/** The group that a code belongs to. `id` is empty for people who are not members. */
export interface GroupCard {
  name: string;
  members: number;
  id: string;
}

/** A group as a member sees it. Anybody who has the `code` may join. */
export interface GroupInfo {
  id: string;
  name: string;
  code: string;
  members: Member[];
  tables: GroupTable[];
  ranking: GameRanking[];
}

/** A group in a list. `members`: how many it has. */
export interface GroupSummary {
  id: string;
  name: string;
  members: number;
}

/** A table of a group. `changed`: ms since 1970; `free`: free seats; `counts`: once over, best first. */
export interface GroupTable {
  id: string;
  game: string;
  status: string;
  free: number;
  changed: number;
  counts: FinalCount[];
}

/** The groups of a person, and their open tables. */
export interface GroupsInfo {
  groups: GroupSummary[];
  tables: OpenGroupTable[];
}

/** The best moves at a ply, in the order of `behind`. */
export interface Hint {
  ply: number;
  moves: Advice[];
}

/** Put a bot on a free seat. */
export interface Hire {
  t: "hire";
  seat: number;
  bot: string;
  id: string;
}

/** Results, the latest first. `more`: there is another page. */
export interface HistoryPage {
  page: number;
  more: boolean;
  rows: HistoryRow[];
}

/** A finished match; `at` in ms since 1970. `rating` and `margin` after it; null if it was not rated. `device`: it was played on a device. */
export interface HistoryRow {
  table: string;
  game: string;
  seats: number;
  rank: number;
  score: number;
  at: number;
  finished_by_bot: boolean;
  rating: number | null;
  margin: number | null;
  opponents: Opponent[];
  device?: boolean;
}

/** A line of the audit log; `at` in ms since 1970. */
export interface HostAction {
  at: number;
  by: string;
  action: string;
  target: string;
  why: string;
}

/** Everything that the host of the site sees. */
export interface HostInfo {
  reports: ReportInfo[];
  bans: BanInfo[];
  closed: ClosedTable[];
  actions: HostAction[];
}

/** An invitation to a table with `free` seats, by a person; `at` in ms since 1970. */
export interface InvitationInfo {
  table: string;
  game: string;
  free: number;
  name: string;
  face: string;
  at: number;
}

/** The code of a group, and one's own name and face. */
export interface JoinGroup {
  code: string;
  name: string;
  face?: string;
}

/** Public accounts with a rated match in a period, by the lower end of the interval of their rating. `own` is null unless this visitor's account is among them. */
export interface Leaderboard {
  game: string;
  period: string;
  page: number;
  more: boolean;
  rows: LeaderboardRow[];
  own: LeaderboardRow | null;
}

/** A public account, its rating and half of the 95 % interval; `you`: that of this visitor. */
export interface LeaderboardRow {
  place: number;
  name: string;
  rating: number;
  margin: number;
  matches: number;
  you: boolean;
}

/** Leave the seat. During a match a bot plays on and the seat stays reserved. */
export interface Leave {
  t: "leave";
  id: string;
}

/** Create a link that moves the seat to another device; `key` is the SHA-256 of its secret. */
export interface Lend {
  t: "lend";
  key: string;
  id: string;
}

/** A lesson of a game; `title` is by language. */
export interface LessonInfo {
  name: string;
  title: Record<string, string>;
}

/** A position of a lesson: the moves that lead to it, and what follows each accepted move. In `next`, "" stands for a touch that goes on. */
export interface LessonNode {
  step: number;
  scenes: LessonScene[];
  view: View;
  race: boolean;
  next: Record<string, LessonNode>;
}

/** A move that is shown in a lesson, and the view of the learner after it. */
export interface LessonScene {
  line: Line;
  view: View;
}

/** A lesson with all its positions. `bots`: the levels of the bots at the seats after the learner's. */
export interface LessonScript {
  game: string;
  name: string;
  title: Record<string, string>;
  bots: string[];
  options: Record<string, string>;
  steps: LessonText[];
  root: LessonNode;
}

/** A step of a lesson: texts by language; CSS selectors of what to touch and of what they are about. */
export interface LessonText {
  say: Record<string, string>;
  wrong: Record<string, string>;
  touch: string[];
  look: string[];
}

/** A move as announced to this viewer; `ply` is the number of moves including it. */
export interface Line {
  ply: number;
  seat: number;
  by: string;
  words: string;
}

/** A table in a list. `free`: free seats; `changed`: ms since 1970. */
export interface Listed {
  id: string;
  game: string;
  free: number;
  changed: number;
}

/** The token of a link in a mail. */
export interface MailConfirmation {
  token: string;
  language?: "en" | "fr";
}

/** The mail address of the account, and one that waits for its confirmation; null without one. `possible`: whether this site sends mail. */
export interface MailInfo {
  possible: boolean;
  address: string | null;
  pending: string | null;
}

/** A new mail address, "" to remove it, with the password or the assertion of a passkey. */
export interface MailRequest {
  address: string;
  language?: "en" | "fr";
  present?: string;
  credential?: UsedCredential | null;
}

/** A member of a group. */
export interface Member {
  id: string;
  name: string;
  face: string;
  owner: boolean;
  you: boolean;
}

/** A row of a ranking: matches against other members, how many were won, and members beaten. */
export interface MemberScore {
  id: string;
  matches: number;
  wins: number;
  points: number;
}

/** Take the right to chat away from the author of a line, or give it back; for the host only. */
export interface Mute {
  t: "mute";
  line: number;
  muted?: boolean;
  id: string;
}

/** A table where it is the visitor's turn. Times are in ms since 1970; `until` is null without a limit. */
export interface MyTurn {
  table: string;
  game: string;
  since: number;
  until: number | null;
}

/** A credential just created, with its attestation. */
export interface NewCredential {
  id: string;
  rawId: string;
  type: "public-key";
  response: Attestation;
}

/** The code of another person, and one's own card. */
export interface NewFriend {
  code: string;
  name: string;
  face?: string;
}

/** A group to create, and one's own name and face. */
export interface NewGroup {
  group: string;
  name: string;
  face?: string;
}

/** A new credential and its label. */
export interface NewPasskey {
  label: string;
  credential: NewCredential;
}

/** A new password, with the present one or the assertion of a passkey. */
export interface NewPassword {
  password: string;
  present?: string;
  credential?: UsedCredential | null;
}

/** A report about another person, for the host of the site. The latest chat of the table is added. */
export interface NewReport {
  reason: "chat" | "cheating" | "name" | "other";
  text?: string;
  person?: string;
  table?: string;
  seat?: number | null;
  author?: string;
}

/** A subscription of a browser: the address at its push service, and its keys. */
export interface NewSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
  language: "en" | "fr";
}

/** How to set up a table. With a name, the first seat is the sender's. */
export interface NewTable {
  game: string;
  seats: number;
  options?: Record<string, string>;
  clock?: Clock;
  listed?: boolean;
  name?: string;
  face?: string;
}

/** Begin a try, or with `ranked` go on with the one that counts. */
export interface NewTry {
  name: string;
  face?: string;
  ranked?: boolean;
}

/** What to call a person for, when and how. Quiet hours are minutes after midnight; equal: none. `zone`: the time zone, such as Europe/Paris. `webhook`: a URL, or "" for none. */
export interface NotificationChoices {
  turn: boolean;
  start: boolean;
  invitation: boolean;
  reminder: boolean;
  quiet_from: number;
  quiet_to: number;
  zone: string;
  language: "en" | "fr";
  mail: boolean;
  webhook?: string;
}

/** The choices of a person, and what this site can do. `push_key`: the key that a browser subscribes with, "" if the site has no push. `can_mail`, `can_webhook`: whether the site sends mail and posts to webhooks. `address`: whether there is a confirmed mail address. `devices`: how many browsers of this person are called. */
export interface NotificationInfo {
  choices: NotificationChoices;
  push_key: string;
  can_mail: boolean;
  can_webhook: boolean;
  account: boolean;
  address: boolean;
  devices: number;
}

/** A table with free seats, and the group that it is open for. */
export interface OpenGroupTable {
  id: string;
  game: string;
  free: number;
  group: string;
  group_name: string;
}

/** Another seat of a match: the name of a person, or the level of a bot, and the rank. */
export interface Opponent {
  name: string;
  bot: string;
  rank: number;
}

/** An option of a game; the first choice is the default. */
export interface OptionInfo {
  name: string;
  choices: string[];
}

/** A try of this person. `score` and `lead` are null while it goes on; `ranked`: it counts. */
export interface OwnTry {
  table: string;
  score: number | null;
  lead: number | null;
  ranked: boolean;
}

/** The result of a score pad: points by item, their total, and how they were counted. */
export interface PadSheet {
  items: Record<string, number>;
  total: number;
  notes: Record<string, unknown>;
}

/** The purpose of a ceremony; `name` is the display name of a new account. */
export interface PasskeyBegin {
  purpose: "add" | "codes" | "delete" | "enter" | "mail" | "make" | "password";
  name?: string;
}

/** The id of one of the account's passkeys. */
export interface PasskeyChoice {
  id: string;
}

/** A passkey of an account: its label, and when it was created and last used (ms since 1970). */
export interface PasskeyInfo {
  id: string;
  label: string;
  made: number;
  used: number | null;
}

/** The token of a link in a mail, and the new password. */
export interface PasswordReset {
  token: string;
  password: string;
}

/** A person as others know them. */
export interface PersonInfo {
  id: string;
  name: string;
  face: string;
}

/** Every tile and card of a game, from its pieces file or the replacement that the host installed. */
export interface PiecesInfo {
  game: string;
  edition: string;
  fingerprint: string;
  data: Record<string, unknown>;
}

/** A request to send the number back at once, to measure the round trip. */
export interface Ping {
  t: "ping";
  number: number;
}

/** Make a move. `seen`: ply of the view it answers; `elapsed`: ms since the race started. */
export interface Play {
  t: "play";
  words: string;
  seen?: number | null;
  elapsed?: number;
  id: string;
}

/** Play on from a position of a lesson against bots, all of the level `bot`. `path`: the moves of the learner that lead there, "" for a step that asks for none. */
export interface PlayLesson {
  path: string[];
  name: string;
  bot?: string;
  face?: string;
}

/** Start a match against bots at once, or join a public table. */
export interface PlayNow {
  game: string;
  name: string;
  against?: "bots" | "people";
  bot?: string;
  seats?: number | null;
  options?: Record<string, string>;
  face?: string;
}

/** Play on from a position of a finished match, after `ply` moves as the sender counts them. `seat`: where the sender plays; null: the sender's seat in that match, or else the one to move. `redraw`: redraw what this seat could not know, or keep the deal. `bot`: the level at the seats of other people. */
export interface PlayOn {
  ply: number;
  name: string;
  seat?: number | null;
  redraw?: boolean;
  against?: "bots" | "people";
  bot?: string;
  face?: string;
}

/** A finished match of a device: its record, as the device exports it, and the seat of the sender. */
export interface PlayedOnDevice {
  record: string;
  seat?: number;
  face?: string;
}

/** The answer to a ping, with its number. */
export interface Pong {
  t: "pong";
  number: number;
}

/** Connected seats (one entry per seat), the number of spectators, and the seats that are absent. */
export interface Presence {
  t: "presence";
  seats: boolean[];
  watching: number;
  absent: AbsentSeat[];
}

/** A profile; `name` is empty for a guest. `own`: of this visitor. `public`: everybody may read it. */
export interface Profile {
  name: string;
  own: boolean;
  public: boolean;
  matches: number;
  won: number;
  games: GameProfile[];
}

/** Whether everybody may read the profile. */
export interface ProfileSettings {
  public: boolean;
}

/** The address of a subscription that is to be forgotten. */
export interface PushEndpoint {
  endpoint: string;
}

/** The rating at one game, half of its 95 % interval, and the number of matches behind it. */
export interface RatingInfo {
  game: string;
  rating: number;
  margin: number;
  matches: number;
}

/** The rating after a match that ended at a time (ms since 1970), and half of its 95 % interval. */
export interface RatingPoint {
  at: number;
  rating: number;
  margin: number;
}

/** Be ready to start the match, with a `word` that is added to the seed; or to start the next race. */
export interface Ready {
  t: "ready";
  word?: string;
  id: string;
}

/** An item of the score sheet, or `rivals`, and how many points more (or fewer) it brings. Compared with the other candidates; for a candidate that is not the first, compared with the first. `subject` is the key of the text that names what the item counts, empty if the item says it. */
export interface Reason {
  item: string;
  points: number;
  subject: string;
}

/** New recovery codes, which are shown only once. */
export interface RecoveryCodes {
  codes: string[];
}

/** How many unused recovery codes an account has, and when they were made (ms since 1970), or null. */
export interface RecoveryInfo {
  left: number;
  made: number | null;
}

/** A recovery code of an account, and the new password. */
export interface RecoveryRequest {
  name: string;
  code: string;
  password: string;
}

/** A command was refused and nothing changed. `retry`: the same message may be sent again. */
export interface Refused {
  t: "refused";
  id: string;
  kind: "illegal" | "incident" | "limit" | "not-stored" | "stale" | "unreadable";
  code: string;
  rule: string | null;
  values: Record<string, string | number>;
  retry: boolean;
}

/** Open a new table with the same people. */
export interface Rematch {
  t: "rematch";
  id: string;
}

/** Take a person's seat away before the start; for the host only. */
export interface Remove {
  t: "remove";
  seat: number;
  id: string;
}

/** Agree that a bot plays for an absent person until they return. */
export interface Replace {
  t: "replace";
  seat: number;
  id: string;
}

/** A report: by whom, about whom (`person` is the id), and the chat at that time: time, name, text. `account` is empty for a guest, `table` if it is about no table. `at` in ms since 1970. */
export interface ReportInfo {
  id: string;
  at: number;
  by: string;
  person: string;
  name: string;
  account: string;
  table: string;
  reason: string;
  text: string;
  lines: ([number, string, string])[];
}

/** The name or the mail address of an account whose password is lost. */
export interface ResetRequest {
  who: string;
  language?: "en" | "fr";
}

/** Change the number of seats before the start: add free ones, or remove free ones, the last first. */
export interface Resize {
  t: "resize";
  seats: number;
  id: string;
}

/** Take days from the holiday budget, with a clock of days per move. */
export interface Rest {
  t: "rest";
  days: number;
  id: string;
}

/** Another person, by id, or by table with seat or author of chat; and whether to begin or to stop. */
export interface Restraint {
  person?: string;
  table?: string;
  seat?: number | null;
  author?: string;
  on?: boolean;
}

/** A finished match: `at` in ms since 1970; `finished_by_bot`: a bot played for the person at the end. */
export interface ResultInfo {
  table: string;
  game: string;
  rank: number;
  score: number;
  at: number;
  finished_by_bot: boolean;
}

/** Take the seat back from the bot. */
export interface Return {
  t: "return";
  id: string;
}

/** The review of one match. `curve` has the expected final scores of all seats and `chances` their expected shares of the win (alone: the expected utility), for every ply from 0 to the last. `turning_points` has for each seat the plies of its most expensive moves. `notes` are the game's own. */
export interface Review {
  game: string;
  seats: number;
  curve: number[][];
  chances: number[][];
  moves: ReviewedMove[];
  turning_points: number[][];
  totals: ReviewTotals[];
  notes: Record<string, unknown>;
  simulations: number;
  version?: number;
}

/** The state of a review. `progress`: from 0 to 1. `ahead`: reviews before it in the queue. `points`: the scores of all seats as they stood, for every ply from 0 to the last. `own`: whether the sender asked for the review and so may cancel it. */
export interface ReviewState {
  status: "done" | "failed" | "none" | "running" | "waiting";
  points: number[][];
  progress?: number;
  ahead?: number;
  own?: boolean;
  review?: Review | null;
}

/** The totals of one seat: points lost by its decisions, points from all else, number of moves by mark. Points are those of its lead over its best rival (alone: of its score): the final lead is the expected one before the first move, minus `decisions`, plus `luck`. */
export interface ReviewTotals {
  decisions: number;
  luck: number;
  counts: Record<string, number>;
}

/** A move as text with its mark, and what the best move (None: this one) would have brought more. `ply` is the number of moves before it. `cost` is in points of the seat's lead over its best rival (alone: of its score), with the standard error `error`; `own_cost` is in points of its own score, and negative if the best move was better because it hindered the rival. `chance_cost` is in utility. All are 0 unless the move is certainly worse. `reasons` are items of the score sheet, and `rivals` for what the best rival would have got less, with points, largest first; together they are about `cost`. */
export interface ReviewedMove {
  ply: number;
  seat: number;
  words: string;
  mark: string;
  best?: string | null;
  cost?: number;
  own_cost?: number;
  chance_cost?: number;
  error?: number;
  reasons?: ([string, number])[];
}

/** Send a line of chat. `name` is used for spectators only. */
export interface Say {
  t: "say";
  text: string;
  name?: string;
  id: string;
}

/** A seat. `face`: the animal that the person has chosen, or empty. `away`: a bot plays for the person. `deadline`: ms since 1970. `bank`: ms left. */
export interface SeatInfo {
  name: string;
  face: string;
  kind: "bot" | "empty" | "person";
  bot: string;
  ready: boolean;
  word: string;
  away: boolean;
  deadline: number | null;
  bank: number | null;
  holidays: number;
}

/** A link that moves the seat to another device, once, and its QR code as SVG. The secret follows #, so that browsers never send it in a request. */
export interface SeatLink {
  link: string;
  qr: string;
}

/** Results at one game with a number of seats (0: unknown): matches, victories, best and mean score. */
export interface SeatTotals {
  seats: number;
  matches: number;
  won: number;
  best: number;
  mean: number;
}

/** How a person can log in: whether there is a password, and the passkeys. */
export interface SignInMethods {
  password: boolean;
  passkeys: PasskeyInfo[];
}

/** Take a seat; None: the first free one. With one's own seat: change name and face before the start. */
export interface Sit {
  t: "sit";
  name: string;
  seat?: number | null;
  face?: string;
  id: string;
}

/** What the host has chosen. `solo_on_device`: matches against bots run on devices, if they can. */
export interface SiteInfo {
  solo_on_device: boolean;
}

/** The ranking of a deal: `scores` are score and number of people, `around` the rows near one's own. `own` is null without a ranked result; then `around` is empty, as it is near the top. */
export interface Standings {
  day: string;
  game: string;
  players: number;
  scores: ([number, number])[];
  top: DailyRow[];
  around: DailyRow[];
  own: DailyRow | null;
  expert: ExpertLine | null;
}

/** Where a match begins: after how many moves of another match, and whether it was redrawn. */
export interface StartInfo {
  ply: number;
  redrawn: boolean;
}

/** A table as everybody sees it. Secret, salt and seed are empty until the match is over. `timer`: when CLOCK moves. `starts`: when the countdown of a race ends. Both in ms since 1970, or null. `promise`: commitment to the secret. `host`: the seat of the person who opened the table, or null. `start`: where the match begins; null for the deal. `daily`: the day whose deal is played, or empty; then secret, salt and seed stay empty. `ranked`: the try counts, without undo and hints. `device`: the match runs, or was played, on a player's device; not rated. `muted`: authors of chat (see ChatLine) from whom the host of the table took the right to chat. */
export interface TableInfo {
  id: string;
  game: string;
  version: number;
  status: "open" | "over" | "playing";
  seats: SeatInfo[];
  options: Record<string, string>;
  clock: Clock;
  listed: boolean;
  promise: string;
  commitment: string;
  secret: string;
  salt: string;
  seed: string;
  asking: AskingInfo | null;
  timer: number | null;
  starts: number | null;
  before: string;
  rematch: string;
  host?: number | null;
  start?: StartInfo | null;
  daily?: string;
  ranked?: boolean;
  device?: boolean;
  muted?: string[];
}

/** The id and address of a table. Everybody who has the link may enter. */
export interface TableLink {
  id: string;
  link: string;
}

/** People at a table: `muted` are authors of chat whose lines the visitor does not want to see. `seated`: ids of friends who have a seat; `invited`: of people whom the visitor has invited. */
export interface TablePeople {
  muted: string[];
  seated: string[];
  invited: string[];
}

/** Take back one's last move, or ask the others for consent. */
export interface Undo {
  t: "undo";
  id: string;
}

/** The table as it is now. `log` continues after `since` plies: later lines of the client were undone. */
export interface Update {
  t: "update";
  seq: number;
  now: number;
  you: number | null;
  table: TableInfo;
  view: View | null;
  since: number;
  log: Line[];
  chat: ChatLine[];
}

/** An existing credential with an assertion. */
export interface UsedCredential {
  id: string;
  rawId: string;
  type: "public-key";
  response: Assertion;
}

/** An existing credential with an assertion. */
export interface UsedPasskey {
  credential: UsedCredential;
}

/** A token for a program, to be sent as `Authorization: Bearer ...`. */
export interface Visitor {
  token: string;
}

/** Where the calls of a table are posted; "" for nowhere. */
export interface WebhookChoice {
  url: string;
  language?: "en" | "fr";
}

/** The webhook of a table, for its host. `possible`: whether this site posts to webhooks. */
export interface WebhookInfo {
  url: string;
  possible: boolean;
}

export type Command = Sit | Hire | Free | Arrange | Ready | Play | Undo | Agree | Say | Leave | Return | Replace | Rest | Lend | Claim | Rematch | Mute | Remove | Resize | Pong;

export type Message = Update | Answer | Refused | Presence | Ping;
