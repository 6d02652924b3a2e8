// Generated from the JSON Schema by `cargo run -p tilewright-protocol --example generate`.
/** One thing that a player does in a move. */
export type Action = ({
  place: {
    /** The tile. */
    kind_id: string;
    /** For a blank, the letter it stands for; for other tiles a short note. */
    mark?: string | null;
    /** Column. */
    x: number;
    /** Row. */
    y: number;
  };
} | {
  stack: {
    /** The tile. */
    kind_id: string;
    /** As for `Place`. */
    mark?: string | null;
    /** Column. */
    x: number;
    /** Row. */
    y: number;
  };
} | {
  place_at: {
    /** For a blank, the letter it stands for. */
    as_symbol?: string | null;
    /** `x,y`, `x,y,z` or a node's name. */
    cell: CellLabel;
    /** The tile. */
    kind_id: string;
    /** A short note that travels with the tile. */
    mark?: string | null;
  };
} | {
  swap_rack: {
    /** The tiles. */
    tiles: Array<string>;
  };
} | {
  rotate_tile: {
    /** The tile's cell. */
    cell: CellLabel;
  };
} | {
  slide_group: {
    /** The axis; needed for a single tile only. */
    axis?: string | null;
    /** By how many cells, forward or (negative) backward. */
    by: number;
    /** The tiles' cells. */
    cells: Array<CellLabel>;
  };
} | {
  custom: [string, unknown];
});

/** `actions`: what a move may do besides placing tiles. */
export type ActionsSpec = {
  /** Whether tiles that have a rotated letter may be turned. */
  rotate?: boolean;
  /** Whether a group of tiles may slide along its line. */
  slide?: boolean;
};

/** One line of the final account of a seat. */
export type Adjustment = {
  /** The points. */
  points: Points;
  /** What for: `tiles_left`, `tiles_of_others`, `out_bonus`, `overtime`, `floor_zero`. */
  reason: string;
  /** The seat. */
  seat: number;
};

/** An answer of the engine. */
export type Answer = ({
  type: "variants";
  /** In alphabetical order. */
  variants: Array<VariantSummary>;
} | {
  /** The axes of the board, in its order. */
  axes: Array<AxisDetails>;
  /** The cells, in order. */
  cells: Array<CellDetails>;
  /** The empty board in pieces. */
  drawing: BoardDrawing;
  /** The lines on which words lie. */
  lines: Array<BoardLine>;
  /** What the linter finds. */
  lints: Array<VariantLint>;
  /** The plugins it names, with their settings. */
  plugins: Array<PluginSpec>;
  /** The premium kinds that occur on the board. */
  premium_kinds: Array<PremiumDetails>;
  /** The tiles of a rack. */
  rack_size: number;
  /** All rules with their settings: stacking, reading directions, free words and the rest. */
  rules: RulesSpec;
  /** The start cells. */
  start_cells: Array<CellLabel>;
  /** What the list says. */
  summary: VariantSummary;
  /** The tiles. */
  tiles: Array<TileDetails>;
  /** The whole file, building on no other. */
  toml: string;
  type: "variant";
} | {
  /** Every kind; of those with numbers of their own an example. */
  premiums: Array<PremiumDetails>;
  type: "premiums";
} | {
  /** The events of the change; hidden tiles are in them. */
  events: Array<Event>;
  /** The game, to be sent with the next call. */
  game: SavedGame;
  type: "game";
  /** What the viewer sees. */
  view: View;
} | {
  type: "view";
  /** The view. */
  view: View;
} | {
  /** The account of its score, if it is. */
  breakdown?: (ScoreBreakdown | null);
  /** Whether it is legal. */
  legal: boolean;
  type: "preview";
  /** Every rule that it breaks. */
  violations?: Array<Violation>;
} | {
  /** The best, by score and what they leave. */
  moves: Array<FoundMove>;
  /** The number of all legal plays. */
  total: number;
  type: "moves";
} | {
  /** The command. */
  command: Command;
  /** Why the rules refuse the move that the player would have made, where they do: then the
   * command is what it does instead. */
  refused?: string | null;
  type: "best";
} | {
  /** The turn, with the best moves and the played one. */
  turn: TurnAnalysis;
  type: "analysis";
} | {
  /** Counts that can be sent with the next call, and what they mean. */
  report: VariantReport;
  type: "lab";
} | {
  /** The events. */
  events: Array<VisibleEvent>;
  type: "events";
} | {
  /** What is not. */
  fault?: string | null;
  /** Whether all is well. */
  ok: boolean;
  type: "verified";
} | {
  /** The picture. */
  svg: string;
  type: "picture";
} | ({
  verdicts: Array<WordVerdict>;
} | {
  found: {
    /** Whether there are more. */
    more: boolean;
    /** The words. */
    words: Array<string>;
  };
} | {
  hooks: {
    /** At the end. */
    back: Array<string>;
    /** In front. */
    front: Array<string>;
  };
} | {
  explained: {
    /** Words of the same letters. */
    anagrams: Array<string>;
    /** Words that differ by one letter. */
    near: Array<string>;
    /** All reasons why not. */
    reasons: Array<string>;
    /** Whether it is one. */
    valid: boolean;
  };
}) & {
  type: "words";
} | {
  /** The file. */
  text: string;
  type: "gcg";
});

/** An entry of the audit log. */
export type AuditEntry = {
  /** What, such as `player.ban` or `game.end`. */
  action: string;
  /** Who: the id of a moderator, or `operator` for the command line. */
  actor: string;
  /** When. */
  at: number;
  /** Its number, from 1 on without a gap. */
  number: number;
  /** Why, and the details. */
  reason: string;
  /** Whom: the id of a player, a game or a report. */
  subject: string;
};

/** Entries of the audit log, in order. */
export type AuditList = {
  /** The entries. */
  entries: Array<AuditEntry>;
};

/** An axis of the board. */
export type AxisDetails = {
  /** Its name. */
  axis: string;
  /** Which way words on it are read. */
  reading: Reading;
};

/** The size of the bonus for a long move. */
export type BingoAmount = ({
  fixed: number;
} | {
  per_tile: number;
});

/** `bingo_bonus` */
export type BingoBonusSpec = {
  /** The size of the bonus. */
  amount?: BingoAmount;
  /** Whether the rule is on. */
  enabled?: boolean;
  /** What earns it. */
  trigger?: BingoTrigger;
};

/** What earns the bonus for a long move. */
export type BingoTrigger = ("full_rack" | {
  tiles_played: number;
} | "rack_exhausted");

/** A player who is blocked or muted. */
export type Block = {
  /** Since when. */
  at: number;
  /** Which of them. */
  kind: BlockKind;
  /** The id of the player. */
  player: string;
};

/** What a player does not want of another. */
export type BlockKind = ("block" | "mute");

/** Whom a player has blocked or muted. */
export type BlockList = {
  /** By player. */
  blocks: Array<Block>;
};

/** Blocks or mutes a player. */
export type BlockPlayer = {
  /** Which of them. */
  kind: BlockKind;
};

/** An empty board in pieces. Lengths are fortieths of a cell. Colours are CSS variables such as
 * `--tw-cell`, to be declared by the page. */
export type BoardDrawing = {
  /** The cells, in the order of the variant's cells. */
  cells: Array<CellDrawing>;
  /** The layers, lowest first; each lies at the same place. */
  layers: Array<LayerDrawing>;
  /** The outlines that occur, by name. */
  outlines: Record<string, OutlineDrawing>;
  /** The squares that occur, around the origin, by name: SVG elements. */
  symbols: Record<string, string>;
};

/** A line of the board: a maximal run of cells along an axis. */
export type BoardLine = {
  /** The axis. */
  axis: string;
  /** The cells in forward order. */
  cells: Array<CellLabel>;
};

/** The strength of a player. */
export type BotLevel = ("beginner" | "casual" | "skilled" | "strong" | "expert");

/** A line of play that was left by undoing and playing on. */
export type Branch = {
  /** Its events. */
  events: Array<Event>;
  /** The number of events before it parts from the log. */
  from: number;
};

/** What is asked of the engine. */
export type Call = ({
  op: "variants";
} | {
  op: "variant";
  /** The variant. */
  variant: VariantSource;
} | {
  op: "premiums";
} | {
  /** The time, in milliseconds of the caller's clock. */
  now?: number | null;
  op: "new";
  /** The number of seats. */
  players: number;
  /** Where draws come from. */
  seed: SeedSource;
  /** The word on the board before the first move, where the variant wants one. */
  start_word?: string | null;
  /** The variant. */
  variant: VariantSource;
  /** Whose view the answer contains. */
  viewer?: Viewer;
  /** The words. */
  words?: Words;
} | {
  /** The game. */
  game: SavedGame;
  op: "view";
  /** The viewer. */
  viewer?: Viewer;
} | {
  /** The game. */
  game: SavedGame;
  /** The move. */
  move: UserMove;
  op: "preview";
  /** The seat. */
  seat: number;
} | {
  /** The move. */
  move: UserMove;
  op: "preview_seen";
  /** The variant. */
  variant: VariantSource;
  /** What the seat sees. */
  view: SeatView;
  /** The words. */
  words?: Words;
} | {
  /** The game. */
  game: SavedGame;
  op: "submit";
  /** The command and its circumstances. */
  submission: Submission;
  /** Whose view the answer contains. */
  viewer?: Viewer;
} | {
  /** The game. */
  game: SavedGame;
  op: "undo";
  /** Whose view the answer contains. */
  viewer?: Viewer;
} | {
  /** The game. */
  game: SavedGame;
  op: "redo";
  /** Whose view the answer contains. */
  viewer?: Viewer;
} | {
  /** How many at most. */
  count: number;
  /** The game. */
  game: SavedGame;
  op: "moves";
  /** The seat. */
  seat: number;
} | {
  /** The game. */
  game: SavedGame;
  /** The level. */
  level: BotLevel;
  op: "best";
  /** The seat. */
  seat: number;
  /** What looks like chance in its choice comes from here. */
  seed?: number;
} | {
  /** How many of the best moves are judged, from 1 to 50. */
  best?: number;
  /** The place in the log of the turn's event: a play, a swap, a pass or a lost turn. */
  event: number;
  /** The game. */
  game: SavedGame;
  /** Positions that are searched at most for a move of an endgame, from 0 to 100,000. */
  nodes?: number;
  op: "analyze";
  /** Games that are played out to judge them, from 0 to 2,000 for all moves together. With
   * 0 score and leave decide, and no win probabilities are reported before the endgame. */
  rollouts?: number;
  /** The same seed gives the same values. */
  seed?: number;
} | {
  /** What the games before come to. They have the numbers before those of this call. */
  earlier?: (LabTally | null);
  /** How many games are played now, from 0 to 200. */
  games: number;
  op: "lab";
  /** The number of seats; by default two, if the variant is for two. */
  players?: number | null;
  /** The seed of the run. A game follows from it and the game's number. */
  seed?: number;
  /** The variant. */
  variant: VariantSource;
  /** The words. */
  words?: Words;
} | {
  /** The number of events to leave out. */
  after?: number;
  /** The game. */
  game: SavedGame;
  op: "events";
  /** The viewer. */
  viewer?: Viewer;
} | {
  /** The game. */
  game: SavedGame;
  op: "verify";
} | {
  /** Whether the account of the move is shown, step by step. */
  account?: boolean;
  /** The game. */
  game: SavedGame;
  /** A move of the seat to move, shown on the board. */
  move?: (UserMove | null);
  op: "render";
  /** How it is drawn. */
  options?: PictureOptions;
} | {
  op: "words";
  /** The question. */
  query: WordQuery;
  /** The variant, for its alphabet and its list. */
  variant: VariantSource;
  /** The words. */
  words?: Words;
} | {
  /** The game. */
  game: SavedGame;
  op: "gcg";
  /** The players' names, by seat. */
  players?: Array<string>;
});

/** A cell of the board. */
export type CellDetails = {
  /** The cell. */
  cell: CellLabel;
  /** Its layer, from 0. */
  layer: number;
  /** Its premium. */
  premium?: string | null;
  /** Where to draw its centre, in thousandths of a cell: to the right. */
  x: number;
  /** The same, downwards. */
  y: number;
};

/** Where a cell lies and what it looks like. */
export type CellDrawing = {
  /** What people call it: `H8`. */
  name: string;
  /** Its outline. */
  outline: string;
  /** Its square. */
  symbol: string;
  /** Its middle: to the right. */
  x: number;
  /** The same, downwards. */
  y: number;
};

/** A cell: `x,y`, `x,y,z` or a node's name. */
export type CellLabel = string;

/** What a challenge costs. */
export type ChallengeMode = ("lose_turn" | "double" | "single" | {
  points: number;
} | {
  per_word: number;
} | "forfeit");

/** `challenge` */
export type ChallengeSpec = {
  /** Whether words are challenged by players instead of checked by the engine. */
  enable_challenges?: boolean;
  /** What a challenge costs. */
  mode?: ChallengeMode;
  /** Whether previews keep the dictionary's verdict to themselves. */
  opaque?: boolean;
};

/** A new e-mail address. It has no `Debug`: passwords stay out of logs. */
export type ChangeEmail = {
  /** The address, which gets a code; without one, the present address is removed. */
  address?: string | null;
  /** The password of the account. */
  password: string;
};

/** A new name. */
export type ChangeName = {
  /** The name. An account signs in with it from now on, so it is unique among accounts. */
  name: string;
};

/** A new password. It has no `Debug`: passwords stay out of logs. */
export type ChangePassword = {
  /** The new one, at least 8 characters. */
  new: string;
  /** The present password. */
  old: string;
};

/** What a seat, or time, wants to happen. */
export type Command = ({
  /** The move. */
  move: UserMove;
  /** The seat. */
  seat: number;
  type: "move";
} | {
  /** The seat. */
  seat: number;
  type: "pass";
} | {
  /** The seat. */
  seat: number;
  type: "challenge";
} | {
  /** The seat. */
  seat: number;
  type: "resign";
} | {
  type: "tick";
} | {
  /** Whether it is on from now on. */
  enabled: boolean;
  /** The rule's id. */
  rule: string;
  type: "switch_rule";
} | {
  /** The seat. */
  seat: number;
  /** The tiles, as a text. */
  tiles: string;
  type: "arrange_rack";
});

/** `connection` */
export type ConnectionSpec = {
  /** What counts as touching. */
  contact?: Contact;
  /** Whether the rule is on. */
  enabled?: boolean;
};

/** `consecutive_passes` */
export type ConsecutivePassesSpec = {
  /** The number of passes that ends the game. */
  consecutive_pass_limit?: number;
  /** Which turns count. */
  count?: PassCount;
  /** Whether the rule is on. */
  enabled?: boolean;
  /** Whether every player must have passed that often. */
  per_player?: boolean;
  /** Ends the game instead as soon as the same player passes twice in the string. */
  same_player_twice?: boolean;
};

/** What counts as touching the tiles that were there before. */
export type Contact = ("adjacent" | "overlap");

/** A name beside a row or above a column. */
export type Coordinate = {
  /** Where it stands. */
  at: number;
  /** The name. */
  text: string;
};

/** A name and a password. */
export type Credentials = {
  /** The name, unique. */
  name: string;
  /** The password, at least 8 characters. */
  password: string;
};

/** The puzzle of the day. */
export type DailyInfo = {
  /** The best of them. */
  best: Array<DailyScore>;
  /** The day, in UTC. */
  date: string;
  /** How many players have finished it. */
  finished: number;
  /** The variant. */
  variant: string;
  /** The viewer's game, once begun. */
  your_game?: string | null;
};

/** What a player reached in the puzzle of the day. */
export type DailyScore = {
  /** The player's name. */
  name: string;
  /** The final score. */
  score: Points;
};

/** Whether words are looked up. */
export type DictionaryMode = ("check" | "free");

/** Which way a word was read. */
export type Direction = ("forward" | "backward");

/** The e-mail address of an account. */
export type EmailInfo = {
  /** The verified address. */
  address?: string | null;
  /** The address to which the last code was mailed, until the code is used or expires. */
  pending?: string | null;
  /** When it was verified. */
  verified?: number | null;
};

/** `empty_rack` */
export type EmptyRackSpec = {
  /** Whether the rule is on. */
  enabled?: boolean;
  /** Whether the other players get one more turn. */
  final_turn?: boolean;
};

/** One fact of a game. Replaying facts needs no word list, no clock and no random numbers. */
export type Event = {
  /** When it happened, in milliseconds of the caller's clock, if the caller says so. */
  at?: number | null;
  /** The command that caused it, counted from 0 (the start of the game). */
  command: number;
  /** What happened. */
  fact: Fact;
};

/** Events of a game. */
export type EventList = {
  /** The events. */
  events: Array<VisibleEvent>;
  /** The revision after the last of them. */
  revision: number;
};

/** What happened. */
export type Fact = ({
  /** The commitment to the secret seed. */
  commitment: string;
  /** Whether the seed is a secret of full length; a small number is never called fair. */
  fair: boolean;
  /** The seat that moves first. */
  first: number;
  /** The number of seats. */
  players: number;
  /** The content hash of its rules. */
  ruleset: string;
  type: "started";
  /** The variant's id. */
  variant: string;
} | {
  /** The tiles. */
  placements: Array<PlacedTile>;
  type: "set_up";
} | {
  /** The seat. */
  seat: number;
  /** The tiles. */
  tiles: Array<string>;
  type: "drew";
} | {
  /** The seat to move. */
  seat: number;
  type: "turn_began";
} | {
  /** Whether the move can be challenged. */
  challengeable?: boolean;
  /** What plugins noted: (plugin, note). */
  notes?: Array<[string, unknown]>;
  /** The tiles placed. */
  placements: Array<PlacedTile>;
  /** The account of the score. */
  score: ScoreBreakdown;
  /** The seat. */
  seat: number;
  /** The tiles that slid. */
  slides?: Array<SlidTile>;
  type: "played";
} | {
  /** The tiles drawn, in this order. */
  drawn: Array<string>;
  /** The tiles given back. */
  returned: Array<string>;
  /** The seat. */
  seat: number;
  type: "swapped";
} | {
  /** The seat. */
  seat: number;
  /** Whether time was up. */
  timeout?: boolean;
  type: "passed";
} | {
  /** The seat whose action closed it. */
  by: number;
  type: "window_closed";
} | {
  /** The challenger. */
  by: number;
  /** The words that are none; empty if the challenge failed. */
  invalid: Array<string>;
  /** The seat that had moved. */
  mover: number;
  type: "challenged";
} | {
  /** The seat that had moved. */
  seat: number;
  type: "withdrawn";
} | {
  /** The seat. */
  seat: number;
  type: "turn_forfeited";
} | {
  /** The seat. */
  seat: number;
  type: "turn_lost";
} | {
  /** The points. */
  points: Points;
  /** What for. */
  reason: string;
  /** The seat. */
  seat: number;
  type: "adjusted";
} | {
  /** Why. */
  cause: ResignCause;
  /** The seat. */
  seat: number;
  type: "resigned";
} | {
  /** Whether it is on from now on. */
  enabled: boolean;
  /** The rule's id. */
  rule: string;
  type: "rule_switched";
} | {
  /** What it stored. */
  event: PluginEvent;
  /** The plugin. */
  plugin: string;
  type: "plugin";
} | {
  /** The seat. */
  seat: number;
  /** The tiles. */
  tiles: Array<string>;
  type: "rack_arranged";
} | {
  /** How. */
  result: GameResult;
  type: "ended";
});

/** What is wrong, where, and how to fix it. */
export type Fault = {
  /** What kind of error it is. */
  code: FaultCode;
  /** What is wrong and how to fix it. */
  message: string;
  /** The revision of the game, where the sender's is another. */
  revision?: number | null;
  /** Every rule that was broken. */
  violations?: Array<Violation>;
};

/** What kind of error it is. */
export type FaultCode = ("bad_request" | "too_large" | "version" | "variant" | "words" | "game" | "rules" | "stale" | "finished" | "not_found" | "unauthorized" | "forbidden" | "conflict" | "limit" | "busy" | "too_much_work" | "cancelled" | "internal");

/** `final_adjustment` */
export type FinalAdjustmentSpec = {
  /** Whether the rule is on. */
  enabled?: boolean;
  /** Whether no score may end below zero. */
  floor_zero?: boolean;
  /** Points for going out. */
  out_bonus?: number;
  /** Points for each tile left, instead of its score. */
  per_tile_left?: number | null;
  /** What happens to tiles that are left. */
  settlement?: Settlement;
};

/** A sentence about a variant. */
export type Finding = {
  /** What is said, such as `dead_openings`; for sentences in other languages. */
  id?: string;
  /** The sentence. */
  text: string;
  /** The numbers and names in the sentence, in order. */
  values?: Array<string>;
  /** Whether it is a warning. */
  warning: boolean;
};

/** The end of a sign-in with a provider. */
export type FinishSignIn = {
  /** The code behind `#sign-in=`. */
  code: string;
  /** The ticket with which the sign-in began. */
  ticket: string;
};

/** `first_move_start` */
export type FirstMoveStartSpec = {
  /** Start cells (`x,y`, `x,y,z` or node names); empty: the board's centre. */
  cells?: Array<string>;
  /** Whether the rule is on. */
  enabled?: boolean;
  /** Whether one of them must be covered. */
  start?: StartMode;
};

/** Who moves first. */
export type FirstPlayer = ("creator" | "random" | {
  seat: number;
});

/** A legal play. */
export type FoundMove = {
  /** What it is worth with the tiles it leaves, in thousandths of a point. */
  equity: number;
  /** The move, to be submitted as it is. */
  move: UserMove;
  /** What it scores. */
  score: Points;
  /** The words it forms. */
  words: Array<string>;
};

/** A player, as moderators find them. */
export type FoundPlayer = {
  /** When the player came. */
  created: number;
  /** Whether the player has no account. */
  guest: boolean;
  /** The id. */
  id: string;
  /** The name that others see. */
  name: string;
};

/** Players, by name. */
export type FoundPlayers = {
  /** The players. */
  players: Array<FoundPlayer>;
};

/** What a moderator does about a game. */
export type GameAction = ({
  /** Why. */
  reason: string;
  type: "end";
} | {
  /** Why. */
  reason: string;
  type: "quarantine";
} | {
  /** Why. */
  reason: string;
  type: "requeue";
} | {
  /** Why. */
  reason: string;
  type: "delete";
});

/** What moderators see of a game: what a spectator sees, never a rack of a running game. */
export type GameFile = {
  /** The chat. */
  chat: Array<Talk>;
  /** The game from outside. */
  game: TableInfo;
  /** Why bots are kept from moving in it. */
  quarantined?: string | null;
  /** Why it was not rated: `settings`, `ended`, `guest`, `few_moves`, `pair` or `farm`. */
  unrated?: string | null;
};

/** The log of a game as it is stored: the events, and the secret that nobody may see. */
export type GameLog = {
  /** The events. Drawn tiles are in them, so they are for the owner of the log only. */
  events: Array<Event>;
  /** The private part: the seed, in hexadecimal digits. */
  secret_seed?: string | null;
};

/** A game of a player, as moderators see it. */
export type GameOfPlayer = {
  /** The id. */
  id: string;
  /** The names of the seats. */
  seats: Array<string>;
  /** `open`, `running` or `over`. */
  status: string;
  /** When it last changed. */
  updated: number;
};

/** How the game ended. */
export type GameResult = {
  /** The lines of the final account, in order. */
  adjustments: Array<Adjustment>;
  /** The tiles left on the racks, by seat. */
  left: Array<Array<string>>;
  /** Premiums used up in the game, by kind. */
  premiums_consumed: Record<string, number>;
  /** Why, in words. */
  reason: string;
  /** The id of the rule that ended it. */
  rule: string;
  /** The final scores, by seat. */
  scores: Array<Points>;
  /** The seed, so that anyone can verify the shuffle. */
  seed?: string | null;
  /** The winning seats: several if they share the win. */
  winners: Array<number>;
};

/** What a commit has changed, and the game after it, as one class of viewer may see them. A client
 * that applies every update never has to fetch the game; one that finds a gap fetches it once. */
export type GameUpdate = {
  /** The events. */
  events: Array<VisibleEvent>;
  /** The game from outside, if its seats or its status have changed. */
  game?: (TableInfo | null);
  /** The server's time. */
  now: number;
  /** The revision after the last of the events. */
  revision: number;
  /** What the viewer sees at this revision. Of several messages that catch up with the log, only
   * the last one has it. */
  view?: (View | null);
};

/** Moves that a player could make. */
export type Hints = {
  /** The best, best first. */
  moves: Array<FoundMove>;
};

/** An identity with which a player can sign in. */
export type IdentityInfo = {
  /** When it was linked. */
  created: number;
  /** The id, with which it can be unlinked. */
  id: string;
  /** The issuer. */
  issuer: string;
  /** The provider, if the server still has it. */
  provider?: string | null;
  /** The player's id there. */
  subject: string;
};

/** The identities of a player. */
export type IdentityList = {
  /** The oldest first. */
  identities: Array<IdentityInfo>;
};

/** `infinite_score` */
export type InfiniteScoreSpec = {
  /** Whether an infinite score ends the game. */
  enabled?: boolean;
};

/** What a player has won. */
export type Inventory = {
  /** Premiums by kind. */
  premiums: Record<string, number>;
};

/** A code with which a seat can be taken. */
export type Invite = {
  /** The code. It is shown this once. */
  code: string;
  /** The seat. */
  seat: number;
};

/** Taking a seat. */
export type Join = {
  /** The code of the invitation. */
  invite: string;
};

/** What a judge says of a move. */
export type Judgement = {
  /** What the move is worth: points ahead at the end, as far as the judge looks. */
  equity: number;
  /** Whether it is the exact value and not an estimate. */
  exact: boolean;
  /** Games that were played out for it. */
  rollouts?: number | null;
  /** The chance to win, from 0 to 1, shared wins counted half; `None` where the judge knows none. */
  win?: number | null;
};

/** What many games come to for a kind of tile. */
export type KindTally = {
  /** What those plays were worth, in thousandths of a point, each within a million points. */
  equity: number;
  /** Tiles left on racks at the end. */
  left: number;
  /** Tiles placed. */
  placed: number;
  /** Plays with such a tile. */
  plays: number;
  /** Tiles swapped. */
  swapped: number;
  /** Tiles left in the bag at the end. */
  undrawn: number;
  /** Turns of its owner that a tile stayed before it was placed, added up: 0 for one that was
   * placed at the first turn it was there. */
  waited: number;
};

/** What many games of a variant come to: counts and sums of whole numbers, so that results merge
 * exactly, in any order. */
export type LabTally = {
  /** The score of the first turn of a seat, of its second one and so on; swaps and passes count
   * as none. */
  by_turn: Array<Sum>;
  /** Tiles placed, by cell. */
  cells: Array<number>;
  /** Opening racks of the first seat for which no play exists. */
  dead_openings: number;
  /** By which rule the games ended. */
  ends: Record<string, number>;
  /** Plays of a full rack, by game. */
  full_racks: Sum;
  /** Games. */
  games: number;
  /** The kinds of tiles. */
  kinds: Array<KindTally>;
  /** The lead of the first seat over each of the others, added up for every game. */
  lead: Sum;
  /** The number of games by their turns. */
  lengths: Record<string, number>;
  /** Games in which nobody placed a tile. */
  never_began: number;
  /** Passes. */
  passes: number;
  /** The scores of plays. */
  play_score: Sum;
  /** Tiles placed by a play. */
  play_tiles: Sum;
  /** The number of plays by their score. */
  plays: Record<string, number>;
  /** How often a premium was used, by cell. */
  premiums: Array<number>;
  /** Turns that could not be taken; those players passed. */
  refused?: number;
  /** The seats, in the order in which they moved first. */
  seats: Array<SeatTally>;
  /** Tiles swapped. */
  swapped: number;
  /** Swaps. */
  swaps: number;
  /** Games in which several seats share the first place. */
  ties: number;
  /** Turns of all seats. */
  turns: number;
  /** Games that were broken off at the most turns that a game may have. */
  unfinished: number;
};

/** One layer of a board. */
export type LayerDrawing = {
  /** The columns. */
  columns: Array<Coordinate>;
  /** Edges between cells that stand apart: SVG elements. */
  edges: string;
  /** The ground under all cells: the data of an SVG path. */
  frame: string;
  /** How far the ground reaches beyond the cells. */
  halo: number;
  /** The height of all cells; they begin at 0. */
  height: number;
  /** The rows. */
  rows: Array<Coordinate>;
  /** The width of all cells; they begin at 0. */
  width: number;
};

/** The account of one letter of a word. */
export type LetterScore = {
  /** What the tile itself is worth. */
  base: Points;
  /** Whether it is a blank. */
  blank: boolean;
  /** Where it lies. */
  cell: CellLabel;
  /** The number of tiles on its cell after the move. */
  height: number;
  /** What it shows; a blank the letter it stands for. */
  letter: string;
  /** Whether it was placed in this move. */
  new: boolean;
  /** What changed that, in order. */
  steps?: Array<LetterStep>;
  /** What it is worth in the word. */
  value: Points;
};

/** One change of a letter's value. */
export type LetterStep = {
  /** Where the premium lies. */
  cell: CellLabel;
  /** The premium that did it. */
  premium: string;
  /** The stage. */
  stage: string;
  /** The value afterwards. */
  value: Points;
};

/** `line_placement` */
export type LinePlacementSpec = {
  /** Whether the rule is on. */
  enabled?: boolean;
  /** Where the tiles of one move may go. */
  placement?: Placement;
};

/** How bad a finding is. */
export type LintLevel = ("error" | "warning");

/** A number about a variant, with its 95 % confidence interval. */
export type Measure = {
  /** The upper end. */
  high: number;
  /** Its id, such as `first_wins`. */
  id: string;
  /** The lower end. */
  low: number;
  /** What it is. */
  name: string;
  /** Its unit: `%`, `points`, … */
  unit: string;
  /** The number. */
  value: number;
};

/** `min_word_length` */
export type MinWordLengthSpec = {
  /** Whether the rule is on. */
  enabled?: boolean;
  /** The shortest main word. */
  min_main_length?: number;
};

/** A move and what it is worth. */
export type MoveAnalysis = {
  /** Where a play begins and which way it goes: `8H` across, `H8` down; elsewhere a cell and an
   * axis. */
  at?: string;
  /** Whether it is a play of a full rack, or has the variant's bonus for that. */
  bingo: boolean;
  /** What the move is worth by score and leave; `None` where that is not known. */
  equity?: number | null;
  /** What an evaluator says of it. */
  judged?: (Judgement | null);
  /** What kind. */
  kind: MoveKind;
  /** The tiles that stay on the rack. */
  leave: string;
  /** The tiles of a play: `7,7=R 8,7=?e`. */
  place?: string;
  /** Whether this is the move that was played. */
  played: boolean;
  /** The score. */
  score: Points;
  /** The same tiles as games write them. */
  tiles?: Array<PlacedTile>;
  /** The main word, tiles that were there in parentheses, blanks in lower case; or the tiles
   * that are swapped. */
  word?: string;
  /** All words of a play, the main word first. */
  words?: Array<string>;
};

/** What kind of move. */
export type MoveKind = ("play" | "swap" | "pass" | "lost");

/** What waits for a player. */
export type MyLobby = {
  /** Seeks of others that only the player may take, the newest first. */
  challenges: Array<Seek>;
  /** The player's seeks that were taken in the last hour, the newest first. */
  paired: Array<PairedSeek>;
  /** Rematches that an opponent has asked the player for, the newest first. */
  rematches: Array<RematchOffer>;
  /** The player's open seeks, the newest first. */
  seeks: Array<Seek>;
};

/** A new guest. */
export type NewGuest = {
  /** The name that others see; without one, the server chooses one. */
  name?: string | null;
};

/** Reports something to the moderators. */
export type NewReport = {
  /** What it is about. */
  subject: ReportSubject;
  /** What is wrong, in 1 to 1000 characters. */
  text: string;
};

/** A seek: a challenge to anybody who fits. */
export type NewSeek = {
  /** Whether players may ask for moves. */
  hints?: boolean;
  /** The id of the only player who may take it; without one, anybody who fits. */
  opponent?: string | null;
  /** Whether the game is rated: both players need an account, and there are no hints. */
  rated?: boolean;
  /** The opponent's rating. */
  rating?: RatingRange;
  /** Who moves first; without a choice, the server draws. */
  side?: (Side | null);
  /** The clock; without one, the variant's own. */
  time?: (TimeControl | null);
  /** A shipped variant by its id, with its own words. */
  variant: string;
};

/** A game to create. */
export type NewTable = {
  /** Whether the game starts by itself when the last seat is taken. */
  auto_start?: boolean;
  /** Whether players may ask for moves. */
  hints?: boolean;
  /** Whether the game may be rated. */
  rated?: boolean;
  /** The seats, in order. */
  seats: Array<SeatChoice>;
  /** Whether anybody may watch. */
  spectators?: boolean;
  /** The word on the board before the first move, where the variant wants one. */
  start_word?: string | null;
  /** The clock; without one, the variant's own. */
  time?: (TimeControl | null);
  /** The variant. */
  variant: VariantSource;
  /** The words. */
  words?: Words;
};

/** A notification to the operator's service. The same game and revision may come twice. */
export type Notification = {
  /** The server's time. */
  at: number;
  /** What it is about. */
  event: TurnEvent;
  /** The game. */
  game: string;
  /** The player. */
  player: string;
  /** The revision of the game. */
  revision: number;
  /** The player's seat. */
  seat: number;
  /** The version of the messages: 1. */
  v: number;
};

/** The outline of cells, and of what lies on them, around the origin: data of SVG paths. */
export type OutlineDrawing = {
  /** The cell. */
  cell: string;
  /** The mark of a blank on a tile. */
  inner: string;
  /** The size of a letter. */
  letter_size: number;
  /** How far below the middle a letter stands. */
  letter_y: number;
  /** A tile on it. */
  tile: string;
  /** Whether a value ends at its point; otherwise it has its middle there. */
  value_ends: boolean;
  /** The size of a value. */
  value_size: number;
  /** Where a value stands: to the right. */
  value_x: number;
  /** The same, downwards. */
  value_y: number;
};

/** A seek of the player that was taken. */
export type PairedSeek = {
  /** When. */
  at: number;
  /** The game. */
  game: string;
  /** The seek. */
  seek: string;
};

/** What became of a quick pairing. */
export type Pairing = ({
  paired: TableView;
} | {
  waiting: Seek;
});

/** Which turns count toward the limit of passes. */
export type PassCount = ("passes" | "scoreless");

/** `pass` */
export type PassSpec = {
  /** Whether one may always pass; if not, only when nothing else is possible. */
  allow_pass?: boolean;
  /** Whether the rule is on. */
  enabled?: boolean;
};

/** What became of a play with words that are not in the list. */
export type Phony = ("withdrawn" | "stood");

/** How a picture is drawn. */
export type PictureOptions = {
  /** Whether the name of the variant stands above the board. */
  heading?: boolean;
  /** Whether the premiums are explained below it. */
  legend?: boolean;
  /** The colours. */
  theme?: Theme;
};

/** A tile on a cell. */
export type PlacedTile = {
  /** The letter it shows, where that is not its own. */
  as?: string | null;
  /** The cell. */
  cell: CellLabel;
  /** A short note that travels with the tile. */
  mark?: string | null;
  /** The tile. */
  tile: string;
};

/** Where the tiles of one move may go. */
export type Placement = ("line" | "connected");

/** What a moderator does about a player. */
export type PlayerAction = ({
  /** How to appeal; the player sees it. */
  appeal?: string;
  /** Why; the player sees it. */
  reason: string;
  type: "ban";
  /** Until when, in milliseconds since 1970; without, for good. */
  until?: number | null;
} | {
  /** Why. */
  reason: string;
  type: "unban";
} | {
  /** Why; the player sees it. */
  reason: string;
  type: "mute";
  /** Until when, in milliseconds since 1970; without, for good. */
  until?: number | null;
} | {
  /** Why. */
  reason: string;
  type: "unmute";
} | {
  /** Why. */
  reason: string;
  type: "revoke";
} | {
  /** Why. */
  reason: string;
  /** The role. */
  role: Role;
  type: "grant";
} | {
  /** Why. */
  reason: string;
  type: "delete";
});

/** What a player can do. The seat follows from who sends it. */
export type PlayerCommand = ({
  /** The move. */
  move: UserMove;
  type: "move";
} | {
  type: "pass";
} | {
  type: "challenge";
} | {
  type: "resign";
});

/** What moderators see of a player. */
export type PlayerFile = {
  /** The last games, the last changed first. */
  games: Array<GameOfPlayer>;
  /** The player. */
  player: FoundPlayer;
  /** Ratings, by family of variants. */
  ratings: Array<Rating>;
  /** What they may do. */
  role: Role;
  /** What they are kept from, or were. */
  sanctions: Array<Sanction>;
  /** Open sessions. */
  sessions: number;
};

/** A player. */
export type PlayerInfo = {
  /** Whether the player has no password. */
  guest: boolean;
  /** The id. */
  id: string;
  /** The name that others see. */
  name: string;
};

/** Something that a plugin stores in the log when a move is committed. */
export type PluginEvent = {
  /** What happened. */
  name: string;
  /** The particulars. */
  value?: unknown;
};

/** A plugin by name, with its settings. */
export type PluginSpec = {
  /** Its settings. */
  config?: unknown;
  /** The name under which it is registered. */
  name: string;
};

/** A whole number; past 2^53 a decimal string, or `Infinity`, `-Infinity`. */
export type Points = number | string;

/** A premium kind. */
export type PremiumDetails = {
  /** What it does, in a sentence. */
  description: string;
  /** Its family: `word`, `letter`, `computing`, `category`, `revalue`, `combine` or `plain`. */
  family: string;
  /** At most four characters that stand for it. */
  label: string;
  /** Its id. */
  premium: string;
  /** The square by itself: SVG elements around the origin, 40 wide. */
  symbol: string;
  /** Its name in words. */
  title: string;
};

/** How often a premium fires. */
export type PremiumLife = ("once" | "each_placement");

/** `premiums` */
export type PremiumsSpec = {
  /** Whether the rule is on. */
  enabled?: boolean;
  /** How often a premium fires. */
  premium_life?: PremiumLife;
};

/** What a move would do. */
export type Preview = {
  /** The account of its score, if it is. */
  breakdown?: (ScoreBreakdown | null);
  /** Whether it is legal. */
  legal: boolean;
  /** Every rule that it breaks. */
  violations?: Array<Violation>;
};

/** A move to preview. */
export type PreviewMove = {
  /** The move. */
  move: UserMove;
};

/** What everybody may know of a player. */
export type Profile = {
  /** Those that were drawn. */
  drawn: number;
  /** Those that were lost. */
  lost: number;
  /** The player. */
  player: PlayerInfo;
  /** The ratings, by family. */
  ratings: Array<Rating>;
  /** When the player first came, in milliseconds since 1970. */
  since: number;
  /** Rated games that were won, in all families. */
  won: number;
};

/** A provider with which players can sign in. */
export type ProviderInfo = {
  /** The id, for paths. */
  id: string;
  /** The name, for people. */
  name: string;
};

/** The providers with which players can sign in. */
export type ProviderList = {
  /** In the order of the configuration. */
  providers: Array<ProviderInfo>;
};

/** What everyone may see of a cell with tiles. */
export type PublicCell = {
  /** The cell. */
  cell: CellLabel;
  /** Its tiles, lowest first. */
  tiles: Array<PlacedTile>;
};

/** What everyone may see of a seat. */
export type PublicSeat = {
  /** What is left of the bank, in milliseconds, when the current turn began. */
  bank?: number | null;
  /** The number of tiles on the rack. */
  rack_len: number;
  /** Whether the player has resigned. */
  resigned: boolean;
  /** The score. */
  score: Points;
  /** Swaps made. */
  swaps: number;
  /** Turns taken. */
  turns: number;
};

/** What everyone may see. */
export type PublicState = {
  /** The number of tiles in the bag. */
  bag_len: number;
  /** The cells with tiles, in cell order. */
  board: Array<PublicCell>;
  /** The seat whose move can still be challenged. */
  challengeable?: number | null;
  /** The commitment to the seed. */
  commitment: string;
  /** Whether the shuffle is fair. */
  fair: boolean;
  /** How the game ended. */
  result?: (ShownResult | null);
  /** The number of events so far. */
  revision: number;
  /** The content hash of its rules. */
  ruleset: string;
  /** The seats. */
  seats: Array<PublicSeat>;
  /** The seat to move. */
  to_move: number;
  /** When the current turn began, in milliseconds of the caller's clock. */
  turn_began?: number | null;
  /** Cells whose premium is used up. */
  used_premiums: Array<CellLabel>;
  /** The variant's id. */
  variant: string;
};

/** Games in which bots do not move, the newest first. */
export type QuarantineList = {
  /** The games. */
  games: Array<Quarantined>;
};

/** A game in which bots do not move. */
export type Quarantined = {
  /** Since when. */
  at: number;
  /** The id of the game. */
  game: string;
  /** Why. */
  reason: string;
  /** At which revision; without, at all. */
  revision?: number | null;
};

/** `rack_size` */
export type RackSizeSpec = {
  /** Whether the rule is on. */
  enabled?: boolean;
  /** Tiles on a full rack. */
  size?: number;
};

/** The rating of a player in a family of variants: a Glicko-2 rating. */
export type Rating = {
  /** The deviation: the true strength is most likely within twice as many points. It grows while
   * the player does not play. */
  deviation: number;
  /** Those that were drawn. */
  drawn: number;
  /** The family: the shape of the board and the language of the words, such as `rect-en`. */
  family: string;
  /** Rated games. */
  games: number;
  /** The language of the family's words, as a BCP 47 tag. */
  language?: string | null;
  /** Those that were lost. */
  lost: number;
  /** Whether the deviation is greater than 110, so that the rating says little yet. */
  provisional: boolean;
  /** The rating; everybody begins with 1500. */
  rating: number;
  /** The shape of the family's boards: `rect`, `hex`, `cube` or `graph`. */
  shape: string;
  /** Rated games that were won. Games from before there were families are in none of the three. */
  won: number;
};

/** What a finished game has made of the rating of a seat's player. */
export type RatingChange = {
  /** What the game has changed. */
  change: number;
  /** The family of the rating. */
  family: string;
  /** Whether the rating was provisional after it. */
  provisional: boolean;
  /** The rating after the game. */
  rating: number;
  /** The seat. */
  seat: number;
};

/** A part of the history of a player's rating in a family. */
export type RatingHistory = {
  /** Whether there are more after the last one. */
  more: boolean;
  /** The points, the oldest first. */
  points: Array<RatingPoint>;
};

/** The ratings of a player. */
export type RatingList = {
  /** By family. */
  ratings: Array<Rating>;
};

/** A point of the graph of a rating: what a rated game has made of it. */
export type RatingPoint = {
  /** When it ended, in milliseconds since 1970. */
  at: number;
  /** What the game has changed. */
  change: number;
  /** The deviation after it. */
  deviation: number;
  /** The game. */
  game: string;
  /** Whether the rating was provisional after it. */
  provisional: boolean;
  /** The rating after it. */
  rating: number;
};

/** Ratings in the family of a variant, in whole points, both ends included. A player without a
 * rating counts as 1500. */
export type RatingRange = {
  /** The lowest; without one, any. */
  least?: number | null;
  /** The highest; without one, any. */
  most?: number | null;
};

/** In which direction a line is read. */
export type Reading = ("forward" | "backward" | "both");

/** Reading directions: one for all axes, or by axis name (the others read forward). */
export type ReadingSpec = (Reading | Record<string, Reading>);

/** An error of the server. */
export type Refused = {
  /** What is wrong. */
  error: Fault;
  /** What the sender sees now, where its view was an old one. */
  view?: (View | null);
};

/** The rematch that a player of a finished game has asked for. */
export type Rematch = {
  /** The seat that has declined or cancelled it; then nobody waits any more. */
  declined?: number | null;
  /** When the offer ends, if not everybody has accepted before. */
  expires: number;
  /** The new game, once everybody wants it. */
  game?: string | null;
  /** The seats that want it. */
  seats: Array<number>;
};

/** A rematch that waits for the player's answer. */
export type RematchOffer = {
  /** When the offer ends. */
  expires: number;
  /** The finished game. */
  game: string;
  /** The names of those who want it. */
  names: Array<string>;
};

/** A report, as moderators see it. */
export type ReportInfo = {
  /** When. */
  at: number;
  /** Its id. */
  id: string;
  /** `player`, `game`, `chat`, or `farm`: a rating would come from doubtful games. */
  kind: string;
  /** The line of chat, as long as it exists. */
  line?: string | null;
  /** The id of the player it is about. */
  player?: string | null;
  /** The id of the reporter; nothing if the server reports. */
  reporter?: string | null;
  /** How it was settled; nothing while it is open. */
  settled?: (SettledReport | null);
  /** The id of the player or the game; for a line of chat `GAME/NUMBER`. */
  subject: string;
  /** What the reporter says. */
  text: string;
};

/** Reports, the oldest first; settled ones the newest first. */
export type ReportList = {
  /** The reports. */
  reports: Array<ReportInfo>;
};

/** What a report is about. */
export type ReportSubject = ({
  player: string;
} | {
  game: string;
} | {
  chat: {
    /** The id of the game. */
    game: string;
    /** The number of the line. */
    number: number;
  };
});

/** A request. */
export type Request = {
  /** What is asked. */
  call: Call;
  /** Comes back in the response. */
  id?: string | null;
  /** The version of the messages: 1. */
  v: number;
};

/** A request for a mail with a code that resets a password. */
export type RequestPasswordReset = {
  /** The verified address of the account. */
  address: string;
};

/** A new password for somebody who has forgotten the old one. */
export type ResetPassword = {
  /** The code from the mail. */
  code: string;
  /** The new password, at least 8 characters. */
  password: string;
};

/** Why a player is out of the game. */
export type ResignCause = ("declared" | "timeout" | "inactivity" | "forfeit");

/** A response: an answer or an error. */
export type Response = {
  /** The answer. */
  answer?: (Answer | null);
  /** The error, if there is no answer. */
  error?: (Fault | null);
  /** The id of the request. */
  id?: string | null;
  /** The version of the messages: 1. */
  v: number;
};

/** What a player may do beyond playing. */
export type Role = ("player" | "moderator" | "admin");

/** All rules of a variant, by id. */
export type RulesSpec = {
  /** Rotating and sliding. */
  actions?: ActionsSpec;
  /** The bonus for a long move. */
  bingo_bonus?: BingoBonusSpec;
  /** Blanks stand for letters they may stand for. */
  blank_letter?: Toggle;
  /** All on the board. */
  board_bounds?: Toggle;
  /** On free cells. */
  cell_availability?: Toggle;
  /** Challenging words. */
  challenge?: ChallengeSpec;
  /** Later moves touch what is there. */
  connection?: ConnectionSpec;
  /** The game ends after a string of passes. */
  consecutive_passes?: ConsecutivePassesSpec;
  /** Cross words score too. */
  cross_words?: Toggle;
  /** The game ends when the bag and a rack are empty. */
  empty_rack?: EmptyRackSpec;
  /** Tiles left at the end. */
  final_adjustment?: FinalAdjustmentSpec;
  /** The first move covers a start cell. */
  first_move_start?: FirstMoveStartSpec;
  /** An infinite score wins at once. */
  infinite_score?: InfiniteScoreSpec;
  /** Stage 2: category premiums. */
  letter_categories?: Toggle;
  /** Stage 3: single-letter premiums. */
  letter_multiplier?: Toggle;
  /** Stage 1: letter values and revaluing premiums. */
  letter_points?: Toggle;
  /** All tiles of a move lie on one line. */
  line_placement?: LinePlacementSpec;
  /** The main word is long enough. */
  min_word_length?: MinWordLengthSpec;
  /** No empty cell between them. */
  no_gaps?: Toggle;
  /** Passing. */
  pass?: PassSpec;
  /** How often premiums fire. */
  premiums?: PremiumsSpec;
  /** Tiles on a rack. */
  rack_size?: RackSizeSpec;
  /** A resigned player has lost. */
  resignation?: Toggle;
  /** Stacks obey their limits. */
  stacking?: Stacking;
  /** Swapping tiles. */
  swap_limit?: SwapLimitSpec;
  /** The player has the tiles. */
  tiles_in_rack?: Toggle;
  /** Clocks. */
  time_limit?: TimeLimitSpec;
  /** The game ends after some turns. */
  turn_limit?: TurnLimitSpec;
  /** Who moves when. */
  turn_order?: TurnOrderSpec;
  /** Who wins. */
  winner?: WinnerSpec;
  /** Stage 4: sum or product, and the tiles beneath. */
  word_combination?: Toggle;
  /** Stage 5: word premiums. */
  word_multiplier?: WordMultiplierSpec;
  /** Every word formed is a word. */
  word_validation?: WordValidationSpec;
};

/** Something that a player is kept from. */
export type Sanction = {
  /** How to appeal. */
  appeal?: string;
  /** Since when. */
  at: number;
  /** Who decided. */
  by: string;
  /** Whether it holds now. */
  holds: boolean;
  /** `ban` or `mute`. */
  kind: string;
  /** Why. */
  reason: string;
  /** Until when; without, for good. */
  until?: number | null;
};

/** A whole game: everything that is needed to go on with it. It holds the seed and all tiles;
 * it is for its owner only. */
export type SavedGame = {
  /** Log, cursor and branches. */
  snapshot: Snapshot;
  /** The clock, if it is not the variant's own. */
  time?: (TimeControl | null);
  /** The variant. */
  variant: VariantSource;
  /** The words. */
  words?: Words;
};

/** A line for the chat. */
export type Say = {
  /** The text. */
  text: string;
};

/** The complete account of a score. It can be read, not changed: `total` is always the sum of
 * the words, the bonuses and the plugins' lines, in that order. */
export type ScoreBreakdown = {
  /** Whether the bonus for a long move was earned. */
  bingo_awarded?: boolean;
  /** Bonuses of rules, such as the one for a full rack. */
  bonuses?: Array<ScoreLine>;
  /** Lines of plugins. */
  plugins?: Array<ScoreLine>;
  /** The premiums that this move uses up. */
  premiums_used?: Array<UsedPremium>;
  /** What the tiles beneath others added, word by word. */
  stack_contributions?: Array<StackContribution>;
  /** The sum of everything below. */
  total: Points;
  /** Words: the main word, then by axis and line, forward before backward. */
  words: Array<WordScore>;
};

/** A line of points that belongs to no word. */
export type ScoreLine = {
  /** What for. */
  label: string;
  /** How many. */
  points: Points;
  /** The rule or plugin that gives them. */
  source: string;
};

/** Who takes a seat. */
export type SeatChoice = ("me" | "open" | {
  bot: BotLevel;
});

/** A seat, as everyone sees it. */
export type SeatInfo = {
  /** The level, if its holder is a bot. */
  bot?: (BotLevel | null);
  /** Whether its holder is a guest: anybody without an account. */
  guest?: boolean;
  /** The name of its holder. Names are not unique: guests may have any, so compare `player`. */
  name: string;
  /** Whether it is free. */
  open: boolean;
  /** The id of the player who holds it; none if it is free or a bot's. */
  player?: string | null;
};

/** What many games come to for the seat that moves first, second and so on. */
export type SeatTally = {
  /** The final scores. */
  score: Sum;
  /** The number of games by the final score. */
  scores: Record<string, number>;
  /** Games in which the first place is shared. */
  ties: number;
  /** Games won alone. */
  wins: number;
};

/** What a seat sees. */
export type SeatView = {
  /** What everyone may see. */
  game: PublicState;
  /** Its own tiles, in kind order. */
  rack: Array<string>;
  /** The seat. */
  seat: number;
  /** Tiles in the bag or on another rack, the seat does not know which. */
  unseen: Array<TileCount>;
};

/** Where draws come from. */
export type SeedSource = ({
  number: number;
} | {
  secret: string;
});

/** An open seek. */
export type Seek = {
  /** When it was made, in milliseconds since 1970. */
  created: number;
  /** When it ends, if nobody takes it before. */
  expires: number;
  /** Whether players may ask for moves. */
  hints: boolean;
  /** The id. */
  id: string;
  /** The only player who may take it. */
  opponent?: (PlayerInfo | null);
  /** Who seeks. */
  player: PlayerInfo;
  /** The seeker's rating in the family of the variant, in whole points; none before the first
   * rated game. */
  player_rating?: number | null;
  /** Whether the game is rated. */
  rated: boolean;
  /** The opponent's rating. */
  rating: RatingRange;
  /** Who moves first; without a choice, the server draws. */
  side?: (Side | null);
  /** The clock; without one, the variant's own. */
  time?: (TimeControl | null);
  /** The variant's id. */
  variant: string;
  /** The variant's name. */
  variant_name: string;
};

/** Seeks that the viewer may take. */
export type SeekList = {
  /** The newest first. */
  seeks: Array<Seek>;
};

/** A command that is sent to a game. */
export type SendCommand = {
  /** An id that the client gives; sent again, the command is not done again. */
  client_id: string;
  /** The command. */
  command: PlayerCommand;
  /** The revision that the client has seen. */
  revision: number;
};

/** What became of a command. */
export type Sent = {
  /** Its events, as the sender may see them. */
  events: Array<VisibleEvent>;
  /** The game from outside, if the command has changed its seats or its status. */
  game?: (TableInfo | null);
  /** The server's time. */
  now: number;
  /** Whether it had been done before. */
  repeated: boolean;
  /** The revision after it. */
  revision: number;
  /** What the sender sees now. */
  view: View;
};

/** A session: a token that was issued and neither revoked nor expired. */
export type SessionInfo = {
  /** When it was made. */
  created: number;
  /** Whether it is the session of this request. */
  current: boolean;
  /** What the client called itself (`User-Agent`), shortened; it may be empty. */
  device: string;
  /** When it expires unless it is used; nothing if it does not expire. */
  expires?: number | null;
  /** The id, with which it can be revoked. */
  id: string;
  /** About when it was last used. */
  used: number;
};

/** The sessions of a player. */
export type SessionList = {
  /** The last used first. */
  sessions: Array<SessionInfo>;
};

/** Settles a report. */
export type SettleReport = {
  /** How, in 1 to 1000 characters. */
  note: string;
};

/** How a report was settled. */
export type SettledReport = {
  /** When. */
  at: number;
  /** Who did: the id of a moderator, or `operator`. */
  by: string;
  /** How. */
  note: string;
};

/** What happens to the tiles that are left at the end. */
export type Settlement = ("none" | "subtract_own" | "transfer_to_out_player" | "double_to_out_player");

/** A result as viewers see it. Views and visible events come with a sealed one, without the seed;
 * who may show the seed says so with [`PublicState::reveal`] or [`VisibleEvent::reveal`]. */
export type ShownResult = GameResult;

/** Who moves first. */
export type Side = ("first" | "second");

/** A sign-in that has begun. */
export type SignInStarted = {
  /** What to keep in this browser, to finish with. */
  ticket: string;
  /** Where to send the browser. */
  url: string;
};

/** A player who has signed in. */
export type SignedIn = {
  /** The player. */
  player: PlayerInfo;
  /** The token: send it as `Authorization: Bearer TOKEN`. It is shown this once. */
  token: string;
};

/** A tile that slid. */
export type SlidTile = {
  /** From this cell. */
  from: CellLabel;
  /** To this cell. */
  to: CellLabel;
};

/** A game that can be saved: log, cursor and branches. */
export type Snapshot = {
  /** Lines of play that were left. */
  branches?: Array<Branch>;
  /** The number of events that are done; the others are undone. */
  cursor: number;
  /** The log. */
  log: GameLog;
  /** The variant's id, to find its rules again. */
  variant: string;
};

/** What the server sends on a socket. */
export type SocketMessage = ({
  /** The game from outside. */
  game: TableInfo;
  /** Invitations, when they are made. */
  invites?: Array<Invite>;
  /** The server's time. */
  now: number;
  type: "welcome";
  /** What the viewer sees; nothing before the start. */
  view?: (View | null);
} | {
  /** The events. */
  events: Array<VisibleEvent>;
  /** The game from outside, if its seats or its status have changed. */
  game?: (TableInfo | null);
  /** The server's time. */
  now: number;
  /** The revision after the last of the events. */
  revision: number;
  type: "events";
  /** What the viewer sees at this revision. Of several messages that catch up with the log, only
   * the last one has it. */
  view?: (View | null);
} | {
  /** When it was sent. */
  at: number;
  /** Its number within the game, from 0. */
  number: number;
  /** The seat that sent it. */
  seat: number;
  /** The text. */
  text: string;
  type: "talk";
} | {
  /** When it was made, in milliseconds since 1970. */
  created: number;
  /** Whether players may ask for moves. */
  hints: boolean;
  /** The id. */
  id: string;
  /** Whether its settings allow that it is rated. */
  rated?: boolean;
  /** What the game has made of ratings, after the end; not in lists of games. */
  rating_changes?: Array<RatingChange>;
  /** The rematch that a player has asked for, after the end. */
  rematch?: (Rematch | null);
  /** The number of events. */
  revision: number;
  /** The seats. */
  seats: Array<SeatInfo>;
  /** Whether anybody may watch. */
  spectators: boolean;
  /** How far it is. */
  status: TableStatus;
  /** The clock, if it is not the variant's own. */
  time?: (TimeControl | null);
  type: "table";
  /** When it last changed. */
  updated: number;
  /** The variant's id. */
  variant: string;
  /** The variant's name. */
  variant_name: string;
  /** The words of the game; left out if the game came with a list of its own. */
  words?: (Words | null);
  /** The viewer's seat. */
  your_seat?: number | null;
  /** Whether the viewer is to move. */
  your_turn: boolean;
} | {
  /** Seeks of others that only the player may take, the newest first. */
  challenges: Array<Seek>;
  /** The player's seeks that were taken in the last hour, the newest first. */
  paired: Array<PairedSeek>;
  /** Rematches that an opponent has asked the player for, the newest first. */
  rematches: Array<RematchOffer>;
  /** The player's open seeks, the newest first. */
  seeks: Array<Seek>;
  type: "lobby";
} | {
  /** The server's time. */
  now: number;
  type: "pong";
} | {
  /** What. */
  error: Fault;
  type: "error";
});

/** What a client sends on a socket. */
export type SocketRequest = ({
  /** The revision from which on events are wanted; without one, those to come. */
  after?: number | null;
  /** The token of a player; without one, a spectator. */
  token?: string | null;
  type: "hello";
} | {
  type: "ping";
});

/** What a spectator sees. */
export type SpectatorView = {
  /** What everyone may see. */
  game: PublicState;
  /** Tiles in the bag or on a rack, nobody knows which. */
  unseen: Array<TileCount>;
};

/** What a covered tile added to a word. */
export type StackContribution = {
  /** The cell. */
  cell: CellLabel;
  /** What the covered tile shows. */
  letter: string;
  /** Its place in the stack, from 1 at the bottom. */
  level: number;
  /** What it adds. */
  points: Points;
  /** The word's place in the list of words. */
  word: number;
};

/** What the tiles beneath others are worth. */
export type StackScoring = ("top_only" | "sum_stack");

/** `stacking` */
export type Stacking = {
  /** Whether tiles may be placed on others. */
  enabled?: boolean;
  /** Whether a letter may not cover the same letter. */
  forbid_same?: boolean;
  /** Whether a word that stood before may not be covered entirely. */
  keep_one?: boolean;
  /** The highest stack. */
  max_height?: number;
  /** What the tiles beneath are worth. */
  scoring?: StackScoring;
};

/** Whether the first move must cover a start cell. */
export type StartMode = ("required" | "optional");

/** The beginning of a sign-in with a provider. It has no `Debug`: passwords stay out of logs. */
export type StartSignIn = {
  /** The password of the calling account, which links the identity; guests need none. */
  password?: string | null;
};

/** A command with its circumstances. */
export type Submission = {
  /** The command. */
  command: Command;
  /** The time, in milliseconds of the caller's clock. */
  now?: number | null;
  /** The revision that the sender has seen; `None` skips the check. */
  revision?: number | null;
};

/** Whole numbers added up. */
export type Sum = {
  /** How many. */
  count: number;
  /** The sum of their squares. */
  squares: number;
  /** Their sum. */
  sum: number;
};

/** `swap_limit` */
export type SwapLimitSpec = {
  /** Whether the rule is on. */
  enabled?: boolean;
  /** Tiles per swap; by default as many as the rack holds. */
  max_tiles?: number | null;
  /** What happens first. */
  order?: SwapOrder;
  /** Swaps per player and game. */
  swap_limit?: number | null;
  /** The bag must hold at least this many tiles. */
  swap_minimum_bag?: number;
};

/** What happens first in a swap. */
export type SwapOrder = ("draw_first" | "return_first");

/** A game, as everyone sees it from outside. */
export type TableInfo = {
  /** When it was made, in milliseconds since 1970. */
  created: number;
  /** Whether players may ask for moves. */
  hints: boolean;
  /** The id. */
  id: string;
  /** Whether its settings allow that it is rated. */
  rated?: boolean;
  /** What the game has made of ratings, after the end; not in lists of games. */
  rating_changes?: Array<RatingChange>;
  /** The rematch that a player has asked for, after the end. */
  rematch?: (Rematch | null);
  /** The number of events. */
  revision: number;
  /** The seats. */
  seats: Array<SeatInfo>;
  /** Whether anybody may watch. */
  spectators: boolean;
  /** How far it is. */
  status: TableStatus;
  /** The clock, if it is not the variant's own. */
  time?: (TimeControl | null);
  /** When it last changed. */
  updated: number;
  /** The variant's id. */
  variant: string;
  /** The variant's name. */
  variant_name: string;
  /** The words of the game; left out if the game came with a list of its own. */
  words?: (Words | null);
  /** The viewer's seat. */
  your_seat?: number | null;
  /** Whether the viewer is to move. */
  your_turn: boolean;
};

/** The games of a player. */
export type TableList = {
  /** The games, the last changed first. */
  games: Array<TableInfo>;
};

/** How far a game is. */
export type TableStatus = ("open" | "running" | "over");

/** A game and what the viewer sees of it. */
export type TableView = {
  /** The game from outside. */
  game: TableInfo;
  /** Invitations, when they are made. */
  invites?: Array<Invite>;
  /** The server's time. */
  now: number;
  /** What the viewer sees; nothing before the start. */
  view?: (View | null);
};

/** A line of talk. */
export type Talk = {
  /** When it was sent. */
  at: number;
  /** Its number within the game, from 0. */
  number: number;
  /** The seat that sent it. */
  seat: number;
  /** The text. */
  text: string;
};

/** The chat of a game. */
export type TalkList = {
  /** The lines. */
  lines: Array<Talk>;
};

/** The colours of a picture. */
export type Theme = ("light" | "dark" | "light_safe" | "dark_safe");

/** Who wins when scores are equal. */
export type TieBreak = ("shared" | "last_mover");

/** A number of tiles of one kind. */
export type TileCount = {
  /** How many. */
  count: number;
  /** The tile. */
  tile: string;
};

/** A kind of tile. */
export type TileDetails = {
  /** How many there are. */
  count: number;
  /** The letter it shows; none on a blank. */
  letter?: string | null;
  /** The letter it shows upside down, where the variant has one. */
  rotated?: string | null;
  /** What it is worth. */
  score: number;
  /** The letters that a blank may stand for. */
  stands_for?: Array<string>;
  /** Its id. */
  tile: string;
};

/** The clock of a game, in place of the variant's own. A player whose time is up resigns. */
export type TimeControl = ({
  days: number;
} | {
  live: {
    /** Seconds that each move adds, 0 to 180. */
    increment?: number;
    /** Minutes, 1 to 180. */
    minutes: number;
  };
});

/** What happens when time is up. */
export type TimeLimitAction = ("pass" | "resign" | {
  overtime: number;
});

/** `time_limit`: all times in seconds, which enter the engine as data. */
export type TimeLimitSpec = {
  /** Seconds for all turns of a player together. */
  bank?: number | null;
  /** Whether the rule is on. */
  enabled?: boolean;
  /** Days without activity after which the player to move resigns. */
  inactivity_days?: number | null;
  /** Seconds added to the bank after each turn. */
  increment?: number;
  /** What happens when time is up. */
  time_limit_action?: TimeLimitAction;
  /** Seconds for a turn. */
  turn_time_limit?: number | null;
};

/** A rule without settings. */
export type Toggle = {
  /** Whether the rule is on. */
  enabled?: boolean;
};

/** A turn. */
export type TurnAnalysis = {
  /** Tiles in the bag. */
  bag: number;
  /** The best moves, best first. */
  best: Array<MoveAnalysis>;
  /** Whether a play of a full rack was possible. */
  bingo_possible: boolean;
  /** The position before the turn as CGP, where it has one. */
  cgp?: string | null;
  /** Points for a challenge in vain. */
  challenge_bonus?: (Points | null);
  /** The number of legal plays with the tiles that are known. */
  legal_plays: number;
  /** The line of the file. */
  line?: number | null;
  /** What the played move lost against the best one, in points; `None` where it cannot be said. */
  loss?: number | null;
  /** Who judged: `static` (score and leave) or the name of an evaluator. */
  method: string;
  /** From 1. */
  number: number;
  /** Whether a word of the play is not in the list, and what became of it. */
  phony?: (Phony | null);
  /** The move that was played. */
  played: MoveAnalysis;
  /** The rack, as far as it is known. */
  rack: string;
  /** Whether that is the whole rack. */
  rack_complete: boolean;
  /** The place of the played move among all moves, from 1; `None` where it cannot be said. */
  rank?: number | null;
  /** What else is to be said. */
  remarks?: Array<string>;
  /** The scores before the turn, by seat. */
  scores: Array<Points>;
  /** Whose, from 0. */
  seat: number;
  /** What it lost in chances to win. */
  win_loss?: number | null;
};

/** What a notification is about. */
export type TurnEvent = ("your_turn" | "game_over");

/** `turn_limit` */
export type TurnLimitSpec = {
  /** Turns for each player; `None`: no limit. */
  turns?: number | null;
};

/** `turn_order` */
export type TurnOrderSpec = {
  /** Whether the rule is on. */
  enabled?: boolean;
  /** Who moves first. */
  first?: FirstPlayer;
};

/** A premium that is used up. */
export type UsedPremium = {
  /** The cell. */
  cell: CellLabel;
  /** The premium. */
  premium: string;
};

/** A move as a client sends it. */
export type UserMove = {
  /** What the player does. */
  actions: Array<Action>;
};

/** A finding of the linter. */
export type VariantLint = {
  /** A short name. */
  code: string;
  /** The field it speaks of. */
  field: string;
  /** How bad it is. */
  level: LintLevel;
  /** The reason and the remedy. */
  message: string;
};

/** What one variant's games come to. */
export type VariantReport = {
  /** The same in plain words, with warnings. */
  findings: Array<Finding>;
  /** The word list. */
  lexicon: string;
  /** What they mean, with 95 % confidence intervals. */
  measures: Array<Measure>;
  /** Its name. */
  name: string;
  /** The content hash of its rules. */
  ruleset: string;
  /** Exact counts and sums; those of several runs may be added up. */
  tally: LabTally;
  /** Whether the players had trained values for the tiles that stay. */
  trained: boolean;
  /** The variant's id. */
  variant: string;
};

/** A variant: a bundled one, or a file. */
export type VariantSource = ({
  shipped: string;
} | {
  toml: string;
});

/** A variant in a list. */
export type VariantSummary = {
  /** What is special about it. */
  description: string;
  /** Its id. */
  id: string;
  /** The language of its words. */
  language?: string | null;
  /** The id of its word list. */
  lexicon?: string | null;
  /** Its name. */
  name: string;
  /** Whether that list is bundled. */
  playable: boolean;
  /** The fewest and the most players. */
  players: [number, number];
  /** The content hash of its rules. */
  ruleset: string;
};

/** A code from a mail that verifies its address. */
export type VerifyEmail = {
  /** The code. */
  code: string;
};

/** What a viewer sees. */
export type View = ({
  seat: SeatView;
} | {
  spectator: SpectatorView;
});

/** Who looks at a game. */
export type Viewer = ("spectator" | {
  seat: number;
});

/** One failed rule. */
export type Violation = {
  /** The cells concerned. */
  cells?: Array<CellLabel>;
  /** What is wrong and how to fix it. */
  message: string;
  /** What was broken: the id of a rule such as `no_gaps`, or the name of a plugin. */
  rule: string;
  /** The words concerned. */
  words?: Array<string>;
};

/** An event as everyone, or one seat, may see it. */
export type VisibleEvent = {
  /** When it happened. */
  at?: number | null;
  /** What happened. */
  fact: VisibleFact;
  /** Its place in the log, counted from 0. */
  index: number;
};

/** What happened, without hidden tiles. */
export type VisibleFact = ({
  /** The commitment to the seed. */
  commitment: string;
  /** Whether the shuffle is fair. */
  fair: boolean;
  /** The seat that moves first. */
  first: number;
  /** The number of seats. */
  players: number;
  /** The content hash of its rules. */
  ruleset: string;
  type: "started";
  /** The variant's id. */
  variant: string;
} | {
  /** The tiles. */
  placements: Array<PlacedTile>;
  type: "set_up";
} | {
  /** How many. */
  count: number;
  /** Which, if it is the viewer's own seat. */
  own?: Array<string> | null;
  /** The seat. */
  seat: number;
  type: "drew";
} | {
  /** The seat. */
  seat: number;
  type: "turn_began";
} | {
  /** Whether the move can be challenged. */
  challengeable: boolean;
  /** The tiles placed. */
  placements: Array<PlacedTile>;
  /** The account of the score. */
  score: ScoreBreakdown;
  /** The seat. */
  seat: number;
  /** The tiles that slid. */
  slides: Array<SlidTile>;
  type: "played";
} | {
  /** How many. */
  count: number;
  /** Which came and went, if it is the viewer's own seat: (returned, drawn). */
  own?: [Array<string>, Array<string>] | null;
  /** The seat. */
  seat: number;
  type: "swapped";
} | {
  /** The seat. */
  seat: number;
  /** Whether time was up. */
  timeout: boolean;
  type: "passed";
} | {
  /** The seat whose action closed it. */
  by: number;
  type: "window_closed";
} | {
  /** The challenger. */
  by: number;
  /** The words that are none. */
  invalid: Array<string>;
  /** The seat that had moved. */
  mover: number;
  type: "challenged";
} | {
  /** The seat that had moved. */
  seat: number;
  type: "withdrawn";
} | {
  /** The seat. */
  seat: number;
  type: "turn_forfeited";
} | {
  /** The seat. */
  seat: number;
  type: "turn_lost";
} | {
  /** The points. */
  points: Points;
  /** What for. */
  reason: string;
  /** The seat. */
  seat: number;
  type: "adjusted";
} | {
  /** Why. */
  cause: ResignCause;
  /** The seat. */
  seat: number;
  type: "resigned";
} | {
  /** Whether it is on. */
  enabled: boolean;
  /** The rule's id. */
  rule: string;
  type: "rule_switched";
} | {
  /** What it stored. */
  event: PluginEvent;
  /** The plugin. */
  plugin: string;
  type: "plugin";
} | {
  /** How many tiles. */
  count: number;
  /** Which, if it is the viewer's own seat. */
  own?: Array<string> | null;
  /** The seat. */
  seat: number;
  type: "rack_arranged";
} | {
  /** How. */
  result: ShownResult;
  type: "ended";
});

/** `winner` */
export type WinnerSpec = {
  /** Whether the rule is on. */
  enabled?: boolean;
  /** Who wins when scores are equal. */
  tie?: TieBreak;
};

/** What a step does to a word. */
export type WordEffect = ("sum" | "product" | {
  power: number;
} | {
  add_stack: Points;
} | {
  multiply: Points;
} | {
  add: Points;
});

/** `word_multiplier` */
export type WordMultiplierSpec = {
  /** Whether the rule is on. */
  enabled?: boolean;
  /** The factor of a word in which no cell is stacked. */
  flat_word?: number | null;
};

/** A question about words. Letters are given as text; `?` is a blank. */
export type WordQuery = ({
  check: {
    /** The words. */
    words: Array<string>;
  };
} | {
  explain: {
    /** The text. */
    word: string;
  };
} | {
  anagrams: {
    /** The letters. */
    letters: string;
    /** How many words at most. */
    limit: number;
    /** Whether words of fewer letters count too. */
    shorter?: boolean;
  };
} | {
  pattern: {
    /** How many words at most. */
    limit: number;
    /** The pattern. */
    pattern: string;
  };
} | {
  hooks: {
    /** The word. */
    word: string;
  };
});

/** The account of one word, read one way. */
export type WordScore = {
  /** The axis it lies on. */
  axis: string;
  /** Its cells in reading order. */
  cells: Array<CellLabel>;
  /** Which way it was read. */
  direction: Direction;
  /** Its letters in reading order. */
  letters: Array<LetterScore>;
  /** Whether it is the main word. */
  main: boolean;
  /** Its points. */
  score: Points;
  /** How the letters became the score. */
  steps: Array<WordStep>;
  /** The word, in reading order, upper case. */
  text: string;
};

/** One step from letters to a word's score. */
export type WordStep = {
  /** Where the premium lies. */
  cell?: (CellLabel | null);
  /** What it did. */
  effect: WordEffect;
  /** The premium that made it do so. */
  premium?: string | null;
  /** The rule that did it. */
  rule: string;
  /** The word's value afterwards. */
  value: Points;
};

/** `word_validation` */
export type WordValidationSpec = {
  /** Whether any order of the letters will do. */
  anagram_words?: boolean;
  /** Whether words are looked up. */
  dictionary?: DictionaryMode;
  /** Whether the rule is on. */
  enabled?: boolean;
  /** Reading directions. */
  reading?: ReadingSpec;
};

/** Whether a text is a word. */
export type WordVerdict = {
  /** Whether it is a word. */
  valid: boolean;
  /** The text. */
  word: string;
};

/** The words of a game. */
export type Words = ("variant" | "free" | {
  shipped: string;
} | {
  list: string;
});

/** The `rule` of a violation of the engine's own rules. */
export type ViolationId = "actions" | "arrange" | "blank_letter" | "board_bounds" | "cell_availability" | "challenge" | "connection" | "custom_action" | "empty_move" | "event_log" | "first_move_start" | "line_placement" | "min_word_length" | "mixed_actions" | "no_gaps" | "pass" | "reject_far" | "rule" | "slide" | "stacking" | "swap_limit" | "tiles_in_rack" | "time_limit" | "turn_order" | "word_validation";
