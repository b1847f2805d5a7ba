// What the modules of the app hand to one another. Docs: `docs/api.md` says what the server sends.

/** Numbers of the faces of dice. */
export type Dice = number[];

export type Action = { do: "roll" } | { do: "bank" } | { do: "take" } | { do: "keep"; dice: Dice };

/** What the next player may take over: points that were banked, and the dice left. */
export interface Offer {
  points: number;
  dice: number;
}

/** The fields of a rules file. */
export interface RulesTable {
  dice: number;
  target: number;
  entry: number;
  minimum: number;
  keep: "any" | "all";
  below_entry: "nothing" | "refuse";
  hot_dice: "may" | "must" | "end";
  tie: "first" | "shared";
  finish: "last-round" | "immediate" | "equal-turns";
  rounds?: number | null;
  last_round?: "turn" | "one-roll";
  overshoot?: "counts" | "lose-turn" | "welfare";
  piggyback?: boolean;
  mercy?: boolean;
  confirm?: string | null;
  penalty: { farkles: number; points: number; floor?: number | null } | null;
  hot_dice_bonus?: number;
  wild?: number | null;
  weights?: number[] | null;
  rolls?: Record<string, "win" | "lose-total" | "farkle">;
  score: Record<string, number | string>;
}

/** Rules as a game has them; `farkle` has the chance of a farkle by the number of dice, such as "5/18". */
export interface GameRules {
  name: string;
  title: string;
  digest: string;
  table: RulesTable;
  farkle: Record<number, string>;
}

/** What banking would add to the total, why it would be nothing, and who would get the points instead; or why not. */
export interface BankEffect {
  gain: number;
  bank_refused: string | null;
  unrecorded?: "entry" | "minimum" | "target";
  given?: { player: number; points: number };
}

/** A keep that a roll allows, with what banking after it would do. */
export interface Keep extends BankEffect {
  dice: Dice;
  points: number;
  left: number;
}

/** One moment of a game, as the server sends it. */
export interface StateView extends BankEffect {
  totals: number[];
  player: number;
  turn_points: number;
  dice: number;
  rolled: Dice;
  fell: Dice;
  farkles: number[];
  keeps: Keep[];
  may_roll: boolean;
  last_round: boolean;
  starter: number | null;
  over: boolean;
  winners: number[];
  position: string;
  offer?: Offer | null;
  roll_first?: "unconfirmed" | "taken-over" | null;
  spared?: boolean;
  round?: number;
}

export interface Seat {
  kind: "person" | "bot";
  name: string | null;
  bot?: string;
  taken: boolean;
  left?: boolean;
  was?: number | null;
  commitment?: string | null;
  seed?: string;
  fair?: string;
}

/** Something that happened in a game; what `data` has depends on its kind. */
export interface GameEvent {
  seq: number;
  kind: string;
  seat: number; // null if nobody did it, which its kind tells
  by?: "person" | "bot" | "clock";
  time: number;
  key?: string;
  data: any;
}

/** Points of a bank that would pass the target, and the seat that got them, if any did. */
export interface TooMuch {
  points: number;
  to: number | null;
}

/** What lies on the felt: a roll, which of its dice were kept by themselves, and what became of it or of the turn. */
export interface Felt {
  seq: number;
  seat: number;
  dice: Dice;
  taken: Dice | null;
  lost: number | null;
  lostTotal: number;
  decided: Dice;
  spared: boolean;
  won: boolean;
  banked: number;
  tooMuch: TooMuch | null;
}

/** A turn that is over. */
export interface Turn {
  seat: number;
  dice: Dice;
  points: number;
  farkle: boolean;
  decided: Dice;
  passed: boolean;
  won: boolean;
  tooMuch: TooMuch | null;
  penalty: number;
  lostTotal: number;
  total: number;
}

/** One thing that happened, as keys of sentences with their data, which has the `seat` if it is not that of the entry. */
export interface LogEntry {
  seq: number;
  time: number;
  seat: number;
  by?: string;
  lines: [key: string, data?: any][];
}

/**
 * A game as a table shows it. Before the first event `rules` is null, and before the start `state` is: whoever reads
 * them has asked for `status`, which types cannot follow.
 */
export interface View {
  seq: number;
  status: "waiting" | "revealing" | "playing" | "over" | "closed" | null;
  name: string;
  public: boolean;
  by_invitation: boolean;
  open_to_all: boolean;
  replaced_invites: number;
  advice: boolean;
  clock: { seconds: number; then: "bot" | "pass" } | null;
  rules: GameRules;
  seats: Seat[];
  commitment: string | null;
  serverSeed: string | null;
  day: { date: string; counts: boolean } | null;
  counted: boolean;
  before: string | null;
  next: string | null;
  state: StateView;
  deadline: { at: number; until: number } | null;
  felt: Felt | null;
  kept: Dice;
  took: Dice;
  hot: boolean;
  late: boolean;
  turns: Turn[];
  log: LogEntry[];
  reactions: { seq: number; seat: number; reaction: string }[];
  winners: number[];
  closed: string | null;
}

/** What a browser knows of a day: its commitment, and its own game that counts, once there is one. */
export interface OwnDay {
  commitment?: string;
  game?: string;
  status?: View["status"];
  counted?: boolean;
  rounds?: number[];
}

/** A seat that this browser has in a game. */
export interface KnownSeat {
  game: string;
  seat: number;
  token: string;
  seed?: string;
  offered?: string;
  status?: string;
  since?: number;
}

/** What decisions of one kind lost; `squares` is the sum of the squares of that. */
export interface Losses {
  kind: string;
  dice: number | null;
  decisions: number;
  errors: number;
  lost: number;
  squares: number;
}

/** Losses over many games; `sure` if they are more than chance. */
export interface Leak extends Losses {
  sure: boolean;
}

/** How well a seat was played and how lucky it was; `most_lost` is what a decision loses at most at each level. */
export interface Skill {
  exact: boolean;
  most_lost: number[] | null;
  result: number;
  luck: number;
  variance: number;
  decisions: number;
  lost: number;
  losses: Losses[];
}

/** An ended game of this browser as it is kept; `bots` has the name of each seat's bot, or null. */
export interface MyGame {
  game: string;
  seat: number;
  since: number;
  status: string;
  title: string;
  digest: string;
  names: string[];
  bots: (string | null)[];
  totals: number[];
  winners: number[];
  skill: Skill | null;
  record: string;
}

/** Games with the same rules and opponents, and what they say in all. */
export interface GameGroup {
  key: string;
  title: string;
  digest: string;
  against: { name: string; bot: string | null }[];
  games: MyGame[];
  won: number;
  reviewed: number;
  decisions: number;
  perDecision: number | null;
  luck: number;
  band: number;
  level: number | null;
}

/** An action on its way to the server. */
export interface Sending {
  action: Action;
  key: string;
  expected: number | null;
  sent: boolean;
}

/** What a line to the server tells its owner. */
export interface Listener {
  event(event: GameEvent, old: boolean): void;
  welcome(welcome: { seq: number; you: number | null }): void;
  presence(presence: Presence): void;
  refused(refused: { code?: string; message: string; data?: any; key?: string }): void;
  unsent(): void;
  lost(code: string): void;
  change(): void;
}

export interface Presence {
  connected: boolean[];
  spectators: number;
}
