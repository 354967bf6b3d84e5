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

/** Yourself. */
export interface AccountInfo {
  name: string;
  ratings: RatingInfo[];
  tables: Listed[];
}

/** A move, what it seems worth (0 to 1), the score it leads to, and why; the largest reason first. Worth and points are null where the rules themselves propose a step, as in a race. */
export interface Advice {
  move: string;
  worth: number | null;
  points: number | null;
  reasons: Reason[];
}

/** Answer somebody who would like to take a move back. */
export interface Agree {
  t: "agree";
  agreed: boolean;
  id: string;
}

/** A wish was granted and is written under this number. */
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

/** Somebody would like to go back to a ply; `agreed` are those who said yes. */
export interface AskingInfo {
  seat: number;
  ply: number;
  agreed: number[];
}

/** A signature, and what was signed. */
export interface Assertion {
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle?: string | null;
}

/** A new key, and where it was made. */
export interface Attestation {
  clientDataJSON: string;
  attestationObject: string;
}

/** A line of chat; seat -1 is a spectator. */
export interface ChatLine {
  at: number;
  seat: number;
  name: string;
  text: string;
}

/** Use such a link on another device. */
export interface Claim {
  t: "claim";
  secret: string;
  id: string;
}

/** How long people may think: not limited, minutes for the whole match, or days for each decision. */
export interface Clock {
  kind?: "days" | "live" | "none";
  seconds?: number;
  increment?: number;
  days?: number;
  opens?: number;
  closes?: number;
  holidays?: number;
}

/** The password once more, for what cannot be undone. */
export interface Confirmation {
  password: string;
}

/** A name and its password. */
export interface Credentials {
  name: string;
  password: string;
}

/** Send a bot away before the start. */
export interface Free {
  t: "free";
  seat: number;
  id: string;
}

/** A box on the shelf. `minutes`: from, to. `pad`: whether it can count what lies on a real table. `together`: whether people may pass one device around. `people`: verbs whose thing is a seat. `hints`: whether somebody alone with bots may ask for advice. */
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
}

/** The best candidates at a ply, the most promising first. */
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

/** Get up. During a match a bot plays on. */
export interface Leave {
  t: "leave";
  id: string;
}

/** Make a link that moves one's seat; `key` is the SHA-256 of the secret in the link. */
export interface Lend {
  t: "lend";
  key: string;
  id: string;
}

/** A move as this viewer heard it; `ply` is the number of moves after it. */
export interface Line {
  ply: number;
  seat: number;
  by: string;
  words: string;
}

/** A table that waits for people. */
export interface Listed {
  id: string;
  game: string;
  free: number;
  changed: number;
}

/** A passkey that a device has just made. */
export interface NewCredential {
  id: string;
  rawId: string;
  type: "public-key";
  response: Attestation;
}

/** A passkey that a device made, and what its owner calls it. */
export interface NewPasskey {
  label: string;
  credential: NewCredential;
}

/** Another password, or the first, with what allows it: the present one, or a passkey, used. */
export interface NewPassword {
  password: string;
  present?: string;
  credential?: UsedCredential | null;
}

/** How a table is to be set up. With a name, the first seat is yours. */
export interface NewTable {
  game: string;
  seats: number;
  options?: Record<string, string>;
  clock?: Clock;
  listed?: boolean;
  name?: string;
}

/** Something a table may choose; the first choice is the default. */
export interface OptionInfo {
  name: string;
  choices: string[];
}

/** What a score pad says: points by item, their total, and how they came about. */
export interface PadSheet {
  items: Record<string, number>;
  total: number;
  notes: Record<string, unknown>;
}

/** What a passkey is wanted for; with a name, where it is to make an account. */
export interface PasskeyBegin {
  purpose: "add" | "delete" | "enter" | "make" | "password";
  name?: string;
}

/** One of the account's passkeys. */
export interface PasskeyChoice {
  id: string;
}

/** One of an account's passkeys: what its owner calls it, when it was made and last used. */
export interface PasskeyInfo {
  id: string;
  label: string;
  made: number;
  used: number | null;
}

/** Every tile and card of a game, as its file says it: ours, or the one the host put in its place. */
export interface PiecesInfo {
  game: string;
  edition: string;
  fingerprint: string;
  data: Record<string, unknown>;
}

/** Send this number back at once: so the length of the way is measured. */
export interface Ping {
  t: "ping";
  number: number;
}

/** Make a move. `seen` is the ply of the view it answers, `elapsed` one's own stopwatch in a race. */
export interface Play {
  t: "play";
  words: string;
  seen?: number | null;
  elapsed?: number;
  id: string;
}

/** One tap: against bots at once, or with whoever is looking for a table. */
export interface PlayNow {
  game: string;
  name: string;
  against?: "bots" | "people";
  bot?: string;
  seats?: number | null;
  options?: Record<string, string>;
}

/** The answer to a ping: its number. */
export interface Pong {
  t: "pong";
  number: number;
}

/** Who is connected: one entry per seat, and the number of spectators. */
export interface Presence {
  t: "presence";
  seats: boolean[];
  watching: number;
}

/** How good somebody is at a game, and how many matches say so. */
export interface RatingInfo {
  game: string;
  rating: number;
  matches: number;
}

/** Be ready, with a word of one's own for the seed if one likes. */
export interface Ready {
  t: "ready";
  word?: string;
  id: string;
}

/** An item of the score sheet of which a move brings more, or less, than the other candidates. */
export interface Reason {
  item: string;
  points: number;
}

/** A wish was not granted, and nothing changed. `retry`: the same wish may be sent again. */
export interface Refused {
  t: "refused";
  id: string;
  kind: "illegal" | "incident" | "limit" | "not-stored" | "stale" | "unreadable";
  code: string;
  rule: string | null;
  values: Record<string, string | number>;
  retry: boolean;
}

/** Play again with the same people. */
export interface Rematch {
  t: "rematch";
  id: string;
}

/** Take days off, at a table that plays by days. */
export interface Rest {
  t: "rest";
  days: number;
  id: string;
}

/** Take one's seat back from the bot. */
export interface Return {
  t: "return";
  id: string;
}

/** Say something to the table. */
export interface Say {
  t: "say";
  text: string;
  name?: string;
  id: string;
}

/** A seat as everybody sees it. `away`: a bot plays for the person. `deadline`: in ms since 1970. */
export interface SeatInfo {
  name: string;
  kind: "bot" | "empty" | "person";
  bot: string;
  ready: boolean;
  word: string;
  away: boolean;
  deadline: number | null;
  bank: number | null;
  holidays: number;
}

/** A link that moves your seat to another device, once. What follows # is never sent to a server. */
export interface SeatLink {
  link: string;
  qr: string;
}

/** Take a seat; without a number, the first free one. */
export interface Sit {
  t: "sit";
  name: string;
  seat?: number | null;
  id: string;
}

/** A table as everybody sees it. Secret, salt and seed are empty until the match is over. `timer`: when CLOCK acts. `starts`: when a race that was signalled is shown; count down to it. */
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
}

/** Where a table is. Whoever has the link may come in. */
export interface TableLink {
  id: string;
  link: string;
}

/** Take the last move back. */
export interface Undo {
  t: "undo";
  id: string;
}

/** The table as it is now. The log goes on after `since` plies: what you have beyond them was undone. */
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

/** A passkey that was there already, used. */
export interface UsedCredential {
  id: string;
  rawId: string;
  type: "public-key";
  response: Assertion;
}

/** A passkey, used. */
export interface UsedPasskey {
  credential: UsedCredential;
}

/** A secret for a program, to be sent as `Authorization: Bearer ...`. */
export interface Visitor {
  token: string;
}

/** How somebody can come into their account. */
export interface WaysIn {
  password: boolean;
  passkeys: PasskeyInfo[];
}

export type Wish = Sit | Hire | Free | Arrange | Ready | Play | Undo | Agree | Say | Leave | Return | Rest | Lend | Claim | Rematch | Pong;

export type Message = Update | Answer | Refused | Presence | Ping;
