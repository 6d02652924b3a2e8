"""The messages of the engine as types.

Made from the JSON Schema by `python3 bindings/python/generate.py`. @generated
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Tuple, TypedDict, Union


class _Request(TypedDict):
    #: What is asked.
    call: Call
    #: The version of the messages: 1.
    v: int


class Request(_Request, total=False):
    """A request."""
    #: Comes back in the response.
    id: Optional[str]


class _Response(TypedDict):
    #: The version of the messages: 1.
    v: int


class Response(_Response, total=False):
    """A response: an answer or an error."""
    #: The answer.
    answer: Optional[Answer]
    #: The error, if there is no answer.
    error: Optional[Fault]
    #: The id of the request.
    id: Optional[str]


class CallVariants(TypedDict):
    """The shipped variants."""
    op: Literal["variants"]


class CallVariant(TypedDict):
    """Everything about a variant, with what the linter finds."""
    op: Literal["variant"]
    #: The variant.
    variant: VariantSource


class CallPremiums(TypedDict):
    """Every premium kind there is."""
    op: Literal["premiums"]


class _CallNew(TypedDict):
    op: Literal["new"]
    #: The number of seats.
    players: int
    #: Where draws come from.
    seed: SeedSource
    #: The variant.
    variant: VariantSource


class CallNew(_CallNew, total=False):
    """Starts a game."""
    #: The time, in milliseconds of the caller's clock.
    now: Optional[int]
    #: The word on the board before the first move, where the variant wants one.
    start_word: Optional[str]
    #: Whose view the answer contains.
    viewer: Viewer
    #: The words.
    words: Words


class _CallView(TypedDict):
    #: The game.
    game: SavedGame
    op: Literal["view"]


class CallView(_CallView, total=False):
    """What a viewer sees of a game."""
    #: The viewer.
    viewer: Viewer


class CallPreview(TypedDict):
    """What a move would score, or every reason why it is not legal."""
    #: The game.
    game: SavedGame
    #: The move.
    move: UserMove
    op: Literal["preview"]
    #: The seat.
    seat: int


class _CallPreviewSeen(TypedDict):
    #: The move.
    move: UserMove
    op: Literal["preview_seen"]
    #: The variant.
    variant: VariantSource
    #: What the seat sees.
    view: SeatView


class CallPreviewSeen(_CallPreviewSeen, total=False):
    """The same by what a seat sees, for games that are kept elsewhere and in which no rule was
    switched by hand."""
    #: The words.
    words: Words


class _CallSubmit(TypedDict):
    #: The game.
    game: SavedGame
    op: Literal["submit"]
    #: The command and its circumstances.
    submission: Submission


class CallSubmit(_CallSubmit, total=False):
    """Plays, swaps, passes, challenges, resigns, lets time work, switches a rule, lays a rack."""
    #: Whose view the answer contains.
    viewer: Viewer


class _CallUndo(TypedDict):
    #: The game.
    game: SavedGame
    op: Literal["undo"]


class CallUndo(_CallUndo, total=False):
    """Takes the last command back."""
    #: Whose view the answer contains.
    viewer: Viewer


class _CallRedo(TypedDict):
    #: The game.
    game: SavedGame
    op: Literal["redo"]


class CallRedo(_CallRedo, total=False):
    """Does the next undone command again."""
    #: Whose view the answer contains.
    viewer: Viewer


class CallMoves(TypedDict):
    """The legal plays of a seat, best first."""
    #: How many at most.
    count: int
    #: The game.
    game: SavedGame
    op: Literal["moves"]
    #: The seat.
    seat: int


class _CallBest(TypedDict):
    #: The game.
    game: SavedGame
    #: The level.
    level: BotLevel
    op: Literal["best"]
    #: The seat.
    seat: int


class CallBest(_CallBest, total=False):
    """What a player of a level would do."""
    #: What looks like chance in its choice comes from here.
    seed: int


class _CallAnalyze(TypedDict):
    #: The place in the log of the turn's event: a play, a swap, a pass or a lost turn.
    event: int
    #: The game.
    game: SavedGame
    op: Literal["analyze"]


class CallAnalyze(_CallAnalyze, total=False):
    """What a turn of a game was worth beside the best moves there were."""
    #: How many of the best moves are judged, from 1 to 50.
    best: int
    #: Positions that are searched at most for a move of an endgame, from 0 to 100,000.
    nodes: int
    #: Games that are played out to judge them, from 0 to 2,000 for all moves together. With
    #: 0 score and leave decide, and no win probabilities are reported before the endgame.
    rollouts: int
    #: The same seed gives the same values.
    seed: int


class _CallLab(TypedDict):
    #: How many games are played now, from 0 to 200.
    games: int
    op: Literal["lab"]
    #: The variant.
    variant: VariantSource


class CallLab(_CallLab, total=False):
    """Lets bots play a variant, to see what its rules do. A long run is many calls: each goes on
    after the games of the one before."""
    #: What the games before come to. They have the numbers before those of this call.
    earlier: Optional[LabTally]
    #: The number of seats; by default two, if the variant is for two.
    players: Optional[int]
    #: The seed of the run. A game follows from it and the game's number.
    seed: int
    #: The words.
    words: Words


class _CallEvents(TypedDict):
    #: The game.
    game: SavedGame
    op: Literal["events"]


class CallEvents(_CallEvents, total=False):
    """The events that a viewer may see."""
    #: The number of events to leave out.
    after: int
    #: The viewer.
    viewer: Viewer


class CallVerify(TypedDict):
    """Draws every tile again, after the end."""
    #: The game.
    game: SavedGame
    op: Literal["verify"]


class _CallRender(TypedDict):
    #: The game.
    game: SavedGame
    op: Literal["render"]


class CallRender(_CallRender, total=False):
    """A picture of the board."""
    #: Whether the account of the move is shown, step by step.
    account: bool
    #: A move of the seat to move, shown on the board.
    move: Optional[UserMove]
    #: How it is drawn.
    options: PictureOptions


class _CallWords(TypedDict):
    op: Literal["words"]
    #: The question.
    query: WordQuery
    #: The variant, for its alphabet and its list.
    variant: VariantSource


class CallWords(_CallWords, total=False):
    """Asks about words."""
    #: The words.
    words: Words


class _CallGcg(TypedDict):
    #: The game.
    game: SavedGame
    op: Literal["gcg"]


class CallGcg(_CallGcg, total=False):
    """Writes a game as GCG."""
    #: The players' names, by seat.
    players: List[str]

#: What is asked of the engine.
Call = Union["CallVariants", "CallVariant", "CallPremiums", "CallNew", "CallView", "CallPreview", "CallPreviewSeen", "CallSubmit", "CallUndo", "CallRedo", "CallMoves", "CallBest", "CallAnalyze", "CallLab", "CallEvents", "CallVerify", "CallRender", "CallWords", "CallGcg"]


class AnswerVariants(TypedDict):
    """The shipped variants."""
    type: Literal["variants"]
    #: In alphabetical order.
    variants: List[VariantSummary]


class AnswerVariant(TypedDict):
    """A variant."""
    #: The axes of the board, in its order.
    axes: List[AxisDetails]
    #: The cells, in order.
    cells: List[CellDetails]
    #: The empty board in pieces.
    drawing: BoardDrawing
    #: The lines on which words lie.
    lines: List[BoardLine]
    #: What the linter finds.
    lints: List[VariantLint]
    #: The plugins it names, with their settings.
    plugins: List[PluginSpec]
    #: The premium kinds that occur on the board.
    premium_kinds: List[PremiumDetails]
    #: The tiles of a rack.
    rack_size: int
    #: All rules with their settings: stacking, reading directions, free words and the rest.
    rules: RulesSpec
    #: The start cells.
    start_cells: List[CellLabel]
    #: What the list says.
    summary: VariantSummary
    #: The tiles.
    tiles: List[TileDetails]
    #: The whole file, building on no other.
    toml: str
    type: Literal["variant"]


class AnswerPremiums(TypedDict):
    """The premium kinds."""
    #: Every kind; of those with numbers of their own an example.
    premiums: List[PremiumDetails]
    type: Literal["premiums"]


class AnswerGame(TypedDict):
    """A game after a change."""
    #: The events of the change; hidden tiles are in them.
    events: List[Event]
    #: The game, to be sent with the next call.
    game: SavedGame
    type: Literal["game"]
    #: What the viewer sees.
    view: View


class AnswerView(TypedDict):
    """What a viewer sees."""
    type: Literal["view"]
    #: The view.
    view: View


class _AnswerPreview(TypedDict):
    #: Whether it is legal.
    legal: bool
    type: Literal["preview"]


class AnswerPreview(_AnswerPreview, total=False):
    """What a move would do."""
    #: The account of its score, if it is.
    breakdown: Optional[ScoreBreakdown]
    #: Every rule that it breaks.
    violations: List[Violation]


class AnswerMoves(TypedDict):
    """Legal plays."""
    #: The best, by score and what they leave.
    moves: List[FoundMove]
    #: The number of all legal plays.
    total: int
    type: Literal["moves"]


class _AnswerBest(TypedDict):
    #: The command.
    command: Command
    type: Literal["best"]


class AnswerBest(_AnswerBest, total=False):
    """What a player would do."""
    #: Why the rules refuse the move that the player would have made, where they do: then the
    #: command is what it does instead.
    refused: Optional[str]


class AnswerAnalysis(TypedDict):
    """What a turn was worth."""
    #: The turn, with the best moves and the played one.
    turn: TurnAnalysis
    type: Literal["analysis"]


class AnswerLab(TypedDict):
    """What a variant's games come to."""
    #: Counts that can be sent with the next call, and what they mean.
    report: VariantReport
    type: Literal["lab"]


class AnswerEvents(TypedDict):
    """Events."""
    #: The events.
    events: List[VisibleEvent]
    type: Literal["events"]


class _AnswerVerified(TypedDict):
    #: Whether all is well.
    ok: bool
    type: Literal["verified"]


class AnswerVerified(_AnswerVerified, total=False):
    """Whether the shuffle is what the seed says."""
    #: What is not.
    fault: Optional[str]


class AnswerPicture(TypedDict):
    """A picture."""
    #: The picture.
    svg: str
    type: Literal["picture"]


class AnswerWordsVerdicts(TypedDict):
    """Whether texts are words."""
    verdicts: List[WordVerdict]
    type: Literal["words"]


class AnswerWordsFoundFound(TypedDict):
    #: Whether there are more.
    more: bool
    #: The words.
    words: List[str]


class AnswerWordsFound(TypedDict):
    """Words in the order of the alphabet."""
    found: AnswerWordsFoundFound
    type: Literal["words"]


class AnswerWordsHooksHooks(TypedDict):
    #: At the end.
    back: List[str]
    #: In front.
    front: List[str]


class AnswerWordsHooks(TypedDict):
    """Letters that make another word."""
    hooks: AnswerWordsHooksHooks
    type: Literal["words"]


class AnswerWordsExplainedExplained(TypedDict):
    #: Words of the same letters.
    anagrams: List[str]
    #: Words that differ by one letter.
    near: List[str]
    #: All reasons why not.
    reasons: List[str]
    #: Whether it is one.
    valid: bool


class AnswerWordsExplained(TypedDict):
    """Why something is no word."""
    explained: AnswerWordsExplainedExplained
    type: Literal["words"]


class AnswerGcg(TypedDict):
    """A game as GCG."""
    #: The file.
    text: str
    type: Literal["gcg"]

#: An answer of the engine.
Answer = Union["AnswerVariants", "AnswerVariant", "AnswerPremiums", "AnswerGame", "AnswerView", "AnswerPreview", "AnswerMoves", "AnswerBest", "AnswerAnalysis", "AnswerLab", "AnswerEvents", "AnswerVerified", "AnswerPicture", "AnswerWordsVerdicts", "AnswerWordsFound", "AnswerWordsHooks", "AnswerWordsExplained", "AnswerGcg"]


class _Fault(TypedDict):
    #: What kind of error it is.
    code: FaultCode
    #: What is wrong and how to fix it.
    message: str


class Fault(_Fault, total=False):
    """What is wrong, where, and how to fix it."""
    #: The revision of the game, where the sender's is another.
    revision: Optional[int]
    #: Every rule that was broken.
    violations: List[Violation]


class VariantSourceShipped(TypedDict):
    """A shipped variant by its id."""
    shipped: str


class VariantSourceToml(TypedDict):
    """The text of a variant file; it may build on shipped ones."""
    toml: str

#: A variant: a bundled one, or a file.
VariantSource = Union["VariantSourceShipped", "VariantSourceToml"]


class SeedSourceNumber(TypedDict):
    """A small number, for tests and puzzles; never called fair."""
    number: int


class SeedSourceSecret(TypedDict):
    """32 secret random bytes, as 64 hexadecimal digits."""
    secret: str

#: Where draws come from.
SeedSource = Union["SeedSourceNumber", "SeedSourceSecret"]


class ViewerSeat(TypedDict):
    """A seat, counted from 0."""
    seat: int

#: Who looks at a game.
Viewer = Union[Literal["spectator"], "ViewerSeat"]


class WordsShipped(TypedDict):
    """A shipped list by its id."""
    shipped: str


class WordsList(TypedDict):
    """A list of your own, one word a line."""
    list: str

#: The words of a game.
Words = Union[Literal["variant"], Literal["free"], "WordsShipped", "WordsList"]


class _SavedGame(TypedDict):
    #: Log, cursor and branches.
    snapshot: Snapshot
    #: The variant.
    variant: VariantSource


class SavedGame(_SavedGame, total=False):
    """A whole game: everything that is needed to go on with it. It holds the seed and all tiles;
    it is for its owner only."""
    #: The clock, if it is not the variant's own.
    time: Optional[TimeControl]
    #: The words.
    words: Words


class UserMove(TypedDict):
    """A move as a client sends it."""
    #: What the player does.
    actions: List[Action]


class SeatView(TypedDict):
    """What a seat sees."""
    #: What everyone may see.
    game: PublicState
    #: Its own tiles, in kind order.
    rack: List[str]
    #: The seat.
    seat: int
    #: Tiles in the bag or on another rack, the seat does not know which.
    unseen: List[TileCount]


class _Submission(TypedDict):
    #: The command.
    command: Command


class Submission(_Submission, total=False):
    """A command with its circumstances."""
    #: The time, in milliseconds of the caller's clock.
    now: Optional[int]
    #: The revision that the sender has seen; `None` skips the check.
    revision: Optional[int]

#: The strength of a player.
BotLevel = Union[Literal["beginner"], Literal["casual"], Literal["skilled"], Literal["strong"], Literal["expert"]]


class _LabTally(TypedDict):
    #: The score of the first turn of a seat, of its second one and so on; swaps and passes count
    #: as none.
    by_turn: List[Sum]
    #: Tiles placed, by cell.
    cells: List[int]
    #: Opening racks of the first seat for which no play exists.
    dead_openings: int
    #: By which rule the games ended.
    ends: Dict[str, int]
    #: Plays of a full rack, by game.
    full_racks: Sum
    #: Games.
    games: int
    #: The kinds of tiles.
    kinds: List[KindTally]
    #: The lead of the first seat over each of the others, added up for every game.
    lead: Sum
    #: The number of games by their turns.
    lengths: Dict[str, int]
    #: Games in which nobody placed a tile.
    never_began: int
    #: Passes.
    passes: int
    #: The scores of plays.
    play_score: Sum
    #: Tiles placed by a play.
    play_tiles: Sum
    #: The number of plays by their score.
    plays: Dict[str, int]
    #: How often a premium was used, by cell.
    premiums: List[int]
    #: The seats, in the order in which they moved first.
    seats: List[SeatTally]
    #: Tiles swapped.
    swapped: int
    #: Swaps.
    swaps: int
    #: Games in which several seats share the first place.
    ties: int
    #: Turns of all seats.
    turns: int
    #: Games that were broken off at the most turns that a game may have.
    unfinished: int


class LabTally(_LabTally, total=False):
    """What many games of a variant come to: counts and sums of whole numbers, so that results merge
    exactly, in any order."""
    #: Turns that could not be taken; those players passed.
    refused: int


class PictureOptions(TypedDict, total=False):
    """How a picture is drawn."""
    #: Whether the name of the variant stands above the board.
    heading: bool
    #: Whether the premiums are explained below it.
    legend: bool
    #: The colours.
    theme: Theme


class WordQueryCheckCheck(TypedDict):
    #: The words.
    words: List[str]


class WordQueryCheck(TypedDict):
    """Whether these are words."""
    check: WordQueryCheckCheck


class WordQueryExplainExplain(TypedDict):
    #: The text.
    word: str


class WordQueryExplain(TypedDict):
    """Why something is no word, and what comes near it."""
    explain: WordQueryExplainExplain


class _WordQueryAnagramsAnagrams(TypedDict):
    #: The letters.
    letters: str
    #: How many words at most.
    limit: int


class WordQueryAnagramsAnagrams(_WordQueryAnagramsAnagrams, total=False):
    #: Whether words of fewer letters count too.
    shorter: bool


class WordQueryAnagrams(TypedDict):
    """The words that some letters make."""
    anagrams: WordQueryAnagramsAnagrams


class WordQueryPatternPattern(TypedDict):
    #: How many words at most.
    limit: int
    #: The pattern.
    pattern: str


class WordQueryPattern(TypedDict):
    """The words that fit a pattern, such as `C?T` or `*ING`."""
    pattern: WordQueryPatternPattern


class WordQueryHooksHooks(TypedDict):
    #: The word.
    word: str


class WordQueryHooks(TypedDict):
    """The letters that make another word before or after one."""
    hooks: WordQueryHooksHooks

#: A question about words. Letters are given as text; `?` is a blank.
WordQuery = Union["WordQueryCheck", "WordQueryExplain", "WordQueryAnagrams", "WordQueryPattern", "WordQueryHooks"]


class _VariantSummary(TypedDict):
    #: What is special about it.
    description: str
    #: Its id.
    id: str
    #: Its name.
    name: str
    #: Whether that list is bundled.
    playable: bool
    #: The fewest and the most players.
    players: Tuple[int, int]
    #: The content hash of its rules.
    ruleset: str


class VariantSummary(_VariantSummary, total=False):
    """A variant in a list."""
    #: The language of its words.
    language: Optional[str]
    #: The id of its word list.
    lexicon: Optional[str]


class AxisDetails(TypedDict):
    """An axis of the board."""
    #: Its name.
    axis: str
    #: Which way words on it are read.
    reading: Reading


class _CellDetails(TypedDict):
    #: The cell.
    cell: CellLabel
    #: Its layer, from 0.
    layer: int
    #: Where to draw its centre, in thousandths of a cell: to the right.
    x: int
    #: The same, downwards.
    y: int


class CellDetails(_CellDetails, total=False):
    """A cell of the board."""
    #: Its premium.
    premium: Optional[str]


class BoardDrawing(TypedDict):
    """An empty board in pieces. Lengths are fortieths of a cell. Colours are CSS variables such as
    `--tw-cell`, to be declared by the page."""
    #: The cells, in the order of the variant's cells.
    cells: List[CellDrawing]
    #: The layers, lowest first; each lies at the same place.
    layers: List[LayerDrawing]
    #: The outlines that occur, by name.
    outlines: Dict[str, OutlineDrawing]
    #: The squares that occur, around the origin, by name: SVG elements.
    symbols: Dict[str, str]


class BoardLine(TypedDict):
    """A line of the board: a maximal run of cells along an axis."""
    #: The axis.
    axis: str
    #: The cells in forward order.
    cells: List[CellLabel]


class VariantLint(TypedDict):
    """A finding of the linter."""
    #: A short name.
    code: str
    #: The field it speaks of.
    field: str
    #: How bad it is.
    level: LintLevel
    #: The reason and the remedy.
    message: str


class _PluginSpec(TypedDict):
    #: The name under which it is registered.
    name: str


class PluginSpec(_PluginSpec, total=False):
    """A plugin by name, with its settings."""
    #: Its settings.
    config: Any


class PremiumDetails(TypedDict):
    """A premium kind."""
    #: What it does, in a sentence.
    description: str
    #: Its family: `word`, `letter`, `computing`, `category`, `revalue`, `combine` or `plain`.
    family: str
    #: At most four characters that stand for it.
    label: str
    #: Its id.
    premium: str
    #: The square by itself: SVG elements around the origin, 40 wide.
    symbol: str
    #: Its name in words.
    title: str

RulesSpec = TypedDict("RulesSpec", {"actions": "ActionsSpec", "bingo_bonus": "BingoBonusSpec", "blank_letter": "Toggle", "board_bounds": "Toggle", "cell_availability": "Toggle", "challenge": "ChallengeSpec", "connection": "ConnectionSpec", "consecutive_passes": "ConsecutivePassesSpec", "cross_words": "Toggle", "empty_rack": "EmptyRackSpec", "final_adjustment": "FinalAdjustmentSpec", "first_move_start": "FirstMoveStartSpec", "infinite_score": "InfiniteScoreSpec", "letter_categories": "Toggle", "letter_multiplier": "Toggle", "letter_points": "Toggle", "line_placement": "LinePlacementSpec", "min_word_length": "MinWordLengthSpec", "no_gaps": "Toggle", "pass": "PassSpec", "premiums": "PremiumsSpec", "rack_size": "RackSizeSpec", "resignation": "Toggle", "stacking": "Stacking", "swap_limit": "SwapLimitSpec", "tiles_in_rack": "Toggle", "time_limit": "TimeLimitSpec", "turn_limit": "TurnLimitSpec", "turn_order": "TurnOrderSpec", "winner": "WinnerSpec", "word_combination": "Toggle", "word_multiplier": "WordMultiplierSpec", "word_validation": "WordValidationSpec"}, total=False)

#: A cell: `x,y`, `x,y,z` or a node's name.
CellLabel = str


class _TileDetails(TypedDict):
    #: How many there are.
    count: int
    #: What it is worth.
    score: int
    #: Its id.
    tile: str


class TileDetails(_TileDetails, total=False):
    """A kind of tile."""
    #: The letter it shows; none on a blank.
    letter: Optional[str]
    #: The letter it shows upside down, where the variant has one.
    rotated: Optional[str]
    #: The letters that a blank may stand for.
    stands_for: List[str]


class _Event(TypedDict):
    #: The command that caused it, counted from 0 (the start of the game).
    command: int
    #: What happened.
    fact: Fact


class Event(_Event, total=False):
    """One fact of a game. Replaying facts needs no word list, no clock and no random numbers."""
    #: When it happened, in milliseconds of the caller's clock, if the caller says so.
    at: Optional[int]


class ViewSeat(TypedDict):
    """From a seat."""
    seat: SeatView


class ViewSpectator(TypedDict):
    """From outside."""
    spectator: SpectatorView

#: What a viewer sees.
View = Union["ViewSeat", "ViewSpectator"]


class _ScoreBreakdown(TypedDict):
    #: The sum of everything below.
    total: Points
    #: Words: the main word, then by axis and line, forward before backward.
    words: List[WordScore]


class ScoreBreakdown(_ScoreBreakdown, total=False):
    """The complete account of a score. It can be read, not changed: `total` is always the sum of
    the words, the bonuses and the plugins' lines, in that order."""
    #: Whether the bonus for a long move was earned.
    bingo_awarded: bool
    #: Bonuses of rules, such as the one for a full rack.
    bonuses: List[ScoreLine]
    #: Lines of plugins.
    plugins: List[ScoreLine]
    #: The premiums that this move uses up.
    premiums_used: List[UsedPremium]
    #: What the tiles beneath others added, word by word.
    stack_contributions: List[StackContribution]


class _Violation(TypedDict):
    #: What is wrong and how to fix it.
    message: str
    #: What was broken: the id of a rule such as `no_gaps`, or the name of a plugin.
    rule: str


class Violation(_Violation, total=False):
    """One failed rule."""
    #: The cells concerned.
    cells: List[CellLabel]
    #: The words concerned.
    words: List[str]


class FoundMove(TypedDict):
    """A legal play."""
    #: What it is worth with the tiles it leaves, in thousandths of a point.
    equity: int
    #: The move, to be submitted as it is.
    move: UserMove
    #: What it scores.
    score: Points
    #: The words it forms.
    words: List[str]


class CommandMove(TypedDict):
    """Place tiles, slide some, or swap (as actions of a move)."""
    #: The move.
    move: UserMove
    #: The seat.
    seat: int
    type: Literal["move"]


class CommandPass(TypedDict):
    """Pass, or accept the move of a player who went out."""
    #: The seat.
    seat: int
    type: Literal["pass"]


class CommandChallenge(TypedDict):
    """Challenge the last move."""
    #: The seat.
    seat: int
    type: Literal["challenge"]


class CommandResign(TypedDict):
    """Leave the game."""
    #: The seat.
    seat: int
    type: Literal["resign"]


class CommandTick(TypedDict):
    """Let time do its work."""
    type: Literal["tick"]


class CommandSwitchRule(TypedDict):
    """Switch a rule on or off."""
    #: Whether it is on from now on.
    enabled: bool
    #: The rule's id.
    rule: str
    type: Literal["switch_rule"]


class CommandArrangeRack(TypedDict):
    """Lay a rack by hand, in puzzles and tests; fair games refuse it."""
    #: The seat.
    seat: int
    #: The tiles, as a text.
    tiles: str
    type: Literal["arrange_rack"]

#: What a seat, or time, wants to happen.
Command = Union["CommandMove", "CommandPass", "CommandChallenge", "CommandResign", "CommandTick", "CommandSwitchRule", "CommandArrangeRack"]


class _TurnAnalysis(TypedDict):
    #: Tiles in the bag.
    bag: int
    #: The best moves, best first.
    best: List[MoveAnalysis]
    #: Whether a play of a full rack was possible.
    bingo_possible: bool
    #: The number of legal plays with the tiles that are known.
    legal_plays: int
    #: Who judged: `static` (score and leave) or the name of an evaluator.
    method: str
    #: From 1.
    number: int
    #: The move that was played.
    played: MoveAnalysis
    #: The rack, as far as it is known.
    rack: str
    #: Whether that is the whole rack.
    rack_complete: bool
    #: The scores before the turn, by seat.
    scores: List[Points]
    #: Whose, from 0.
    seat: int


class TurnAnalysis(_TurnAnalysis, total=False):
    """A turn."""
    #: The position before the turn as CGP, where it has one.
    cgp: Optional[str]
    #: Points for a challenge in vain.
    challenge_bonus: Optional[Points]
    #: The line of the file.
    line: Optional[int]
    #: What the played move lost against the best one, in points; `None` where it cannot be said.
    loss: Optional[float]
    #: Whether a word of the play is not in the list, and what became of it.
    phony: Optional[Phony]
    #: The place of the played move among all moves, from 1; `None` where it cannot be said.
    rank: Optional[int]
    #: What else is to be said.
    remarks: List[str]
    #: What it lost in chances to win.
    win_loss: Optional[float]


class VariantReport(TypedDict):
    """What one variant's games come to."""
    #: The same in plain words, with warnings.
    findings: List[Finding]
    #: The word list.
    lexicon: str
    #: What they mean, with 95 % confidence intervals.
    measures: List[Measure]
    #: Its name.
    name: str
    #: The content hash of its rules.
    ruleset: str
    #: Exact counts and sums; those of several runs may be added up.
    tally: LabTally
    #: Whether the players had trained values for the tiles that stay.
    trained: bool
    #: The variant's id.
    variant: str


class _VisibleEvent(TypedDict):
    #: What happened.
    fact: VisibleFact
    #: Its place in the log, counted from 0.
    index: int


class VisibleEvent(_VisibleEvent, total=False):
    """An event as everyone, or one seat, may see it."""
    #: When it happened.
    at: Optional[int]


class WordVerdict(TypedDict):
    """Whether a text is a word."""
    #: Whether it is a word.
    valid: bool
    #: The text.
    word: str

#: What kind of error it is.
FaultCode = Union[Literal["bad_request"], Literal["too_large"], Literal["version"], Literal["variant"], Literal["words"], Literal["game"], Literal["rules"], Literal["stale"], Literal["finished"], Literal["not_found"], Literal["unauthorized"], Literal["forbidden"], Literal["conflict"], Literal["limit"], Literal["busy"], Literal["too_much_work"], Literal["cancelled"], Literal["internal"]]


class _Snapshot(TypedDict):
    #: The number of events that are done; the others are undone.
    cursor: int
    #: The log.
    log: GameLog
    #: The variant's id, to find its rules again.
    variant: str


class Snapshot(_Snapshot, total=False):
    """A game that can be saved: log, cursor and branches."""
    #: Lines of play that were left.
    branches: List[Branch]


class TimeControlDays(TypedDict):
    """Days for each move, 1 to 30."""
    days: int


class _TimeControlLiveLive(TypedDict):
    #: Minutes, 1 to 180.
    minutes: int


class TimeControlLiveLive(_TimeControlLiveLive, total=False):
    #: Seconds that each move adds, 0 to 180.
    increment: int


class TimeControlLive(TypedDict):
    """Time for all moves of a player together."""
    live: TimeControlLiveLive

#: The clock of a game, in place of the variant's own. A player whose time is up resigns.
TimeControl = Union["TimeControlDays", "TimeControlLive"]


class _ActionPlacePlace(TypedDict):
    #: The tile.
    kind_id: str
    #: Column.
    x: int
    #: Row.
    y: int


class ActionPlacePlace(_ActionPlacePlace, total=False):
    #: For a blank, the letter it stands for; for other tiles a short note.
    mark: Optional[str]


class ActionPlace(TypedDict):
    """Puts a tile on a cell of a flat board."""
    place: ActionPlacePlace


class _ActionStackStack(TypedDict):
    #: The tile.
    kind_id: str
    #: Column.
    x: int
    #: Row.
    y: int


class ActionStackStack(_ActionStackStack, total=False):
    #: As for `Place`.
    mark: Optional[str]


class ActionStack(TypedDict):
    """Puts a tile on another tile; the same as `Place`, said aloud."""
    stack: ActionStackStack


class _ActionPlaceAtPlaceAt(TypedDict):
    #: `x,y`, `x,y,z` or a node's name.
    cell: CellLabel
    #: The tile.
    kind_id: str


class ActionPlaceAtPlaceAt(_ActionPlaceAtPlaceAt, total=False):
    #: For a blank, the letter it stands for.
    as_symbol: Optional[str]
    #: A short note that travels with the tile.
    mark: Optional[str]


class ActionPlaceAt(TypedDict):
    """Puts a tile on any cell of any board."""
    place_at: ActionPlaceAtPlaceAt


class ActionSwapRackSwapRack(TypedDict):
    #: The tiles.
    tiles: List[str]


class ActionSwapRack(TypedDict):
    """Gives tiles back for new ones."""
    swap_rack: ActionSwapRackSwapRack


class ActionRotateTileRotateTile(TypedDict):
    #: The tile's cell.
    cell: CellLabel


class ActionRotateTile(TypedDict):
    """Turns a tile that this move places upside down."""
    rotate_tile: ActionRotateTileRotateTile


class _ActionSlideGroupSlideGroup(TypedDict):
    #: By how many cells, forward or (negative) backward.
    by: int
    #: The tiles' cells.
    cells: List[CellLabel]


class ActionSlideGroupSlideGroup(_ActionSlideGroupSlideGroup, total=False):
    #: The axis; needed for a single tile only.
    axis: Optional[str]


class ActionSlideGroup(TypedDict):
    """Slides tiles along their line."""
    slide_group: ActionSlideGroupSlideGroup


class ActionCustom(TypedDict):
    """Something that a plugin understands."""
    custom: Tuple[str, Any]

#: One thing that a player does in a move.
Action = Union["ActionPlace", "ActionStack", "ActionPlaceAt", "ActionSwapRack", "ActionRotateTile", "ActionSlideGroup", "ActionCustom"]


class _PublicState(TypedDict):
    #: The number of tiles in the bag.
    bag_len: int
    #: The cells with tiles, in cell order.
    board: List[PublicCell]
    #: The commitment to the seed.
    commitment: str
    #: Whether the shuffle is fair.
    fair: bool
    #: The number of events so far.
    revision: int
    #: The content hash of its rules.
    ruleset: str
    #: The seats.
    seats: List[PublicSeat]
    #: The seat to move.
    to_move: int
    #: Cells whose premium is used up.
    used_premiums: List[CellLabel]
    #: The variant's id.
    variant: str


class PublicState(_PublicState, total=False):
    """What everyone may see."""
    #: The seat whose move can still be challenged.
    challengeable: Optional[int]
    #: How the game ended.
    result: Optional[ShownResult]
    #: When the current turn began, in milliseconds of the caller's clock.
    turn_began: Optional[int]


class TileCount(TypedDict):
    """A number of tiles of one kind."""
    #: How many.
    count: int
    #: The tile.
    tile: str


class Sum(TypedDict):
    """Whole numbers added up."""
    #: How many.
    count: int
    #: The sum of their squares.
    squares: int
    #: Their sum.
    sum: int


class KindTally(TypedDict):
    """What many games come to for a kind of tile."""
    #: What those plays were worth, in thousandths of a point, each within a million points.
    equity: int
    #: Tiles left on racks at the end.
    left: int
    #: Tiles placed.
    placed: int
    #: Plays with such a tile.
    plays: int
    #: Tiles swapped.
    swapped: int
    #: Tiles left in the bag at the end.
    undrawn: int
    #: Turns of its owner that a tile stayed before it was placed, added up: 0 for one that was
    #: placed at the first turn it was there.
    waited: int


class SeatTally(TypedDict):
    """What many games come to for the seat that moves first, second and so on."""
    #: The final scores.
    score: Sum
    #: The number of games by the final score.
    scores: Dict[str, int]
    #: Games in which the first place is shared.
    ties: int
    #: Games won alone.
    wins: int

#: The colours of a picture.
Theme = Union[Literal["light"], Literal["dark"], Literal["light_safe"], Literal["dark_safe"]]

#: In which direction a line is read.
Reading = Union[Literal["forward"], Literal["backward"], Literal["both"]]


class CellDrawing(TypedDict):
    """Where a cell lies and what it looks like."""
    #: What people call it: `H8`.
    name: str
    #: Its outline.
    outline: str
    #: Its square.
    symbol: str
    #: Its middle: to the right.
    x: float
    #: The same, downwards.
    y: float


class LayerDrawing(TypedDict):
    """One layer of a board."""
    #: The columns.
    columns: List[Coordinate]
    #: Edges between cells that stand apart: SVG elements.
    edges: str
    #: The ground under all cells: the data of an SVG path.
    frame: str
    #: How far the ground reaches beyond the cells.
    halo: float
    #: The height of all cells; they begin at 0.
    height: float
    #: The rows.
    rows: List[Coordinate]
    #: The width of all cells; they begin at 0.
    width: float


class OutlineDrawing(TypedDict):
    """The outline of cells, and of what lies on them, around the origin: data of SVG paths."""
    #: The cell.
    cell: str
    #: The mark of a blank on a tile.
    inner: str
    #: The size of a letter.
    letter_size: float
    #: How far below the middle a letter stands.
    letter_y: float
    #: A tile on it.
    tile: str
    #: Whether a value ends at its point; otherwise it has its middle there.
    value_ends: bool
    #: The size of a value.
    value_size: float
    #: Where a value stands: to the right.
    value_x: float
    #: The same, downwards.
    value_y: float

#: How bad a finding is.
LintLevel = Union[Literal["error"], Literal["warning"]]


class ActionsSpec(TypedDict, total=False):
    """`actions`: what a move may do besides placing tiles."""
    #: Whether tiles that have a rotated letter may be turned.
    rotate: bool
    #: Whether a group of tiles may slide along its line.
    slide: bool


class BingoBonusSpec(TypedDict, total=False):
    """`bingo_bonus`"""
    #: The size of the bonus.
    amount: BingoAmount
    #: Whether the rule is on.
    enabled: bool
    #: What earns it.
    trigger: BingoTrigger


class Toggle(TypedDict, total=False):
    """A rule without settings."""
    #: Whether the rule is on.
    enabled: bool


class ChallengeSpec(TypedDict, total=False):
    """`challenge`"""
    #: Whether words are challenged by players instead of checked by the engine.
    enable_challenges: bool
    #: What a challenge costs.
    mode: ChallengeMode
    #: Whether previews keep the dictionary's verdict to themselves.
    opaque: bool


class ConnectionSpec(TypedDict, total=False):
    """`connection`"""
    #: What counts as touching.
    contact: Contact
    #: Whether the rule is on.
    enabled: bool


class ConsecutivePassesSpec(TypedDict, total=False):
    """`consecutive_passes`"""
    #: The number of passes that ends the game.
    consecutive_pass_limit: int
    #: Which turns count.
    count: PassCount
    #: Whether the rule is on.
    enabled: bool
    #: Whether every player must have passed that often.
    per_player: bool
    #: Ends the game instead as soon as the same player passes twice in the string.
    same_player_twice: bool


class EmptyRackSpec(TypedDict, total=False):
    """`empty_rack`"""
    #: Whether the rule is on.
    enabled: bool
    #: Whether the other players get one more turn.
    final_turn: bool


class FinalAdjustmentSpec(TypedDict, total=False):
    """`final_adjustment`"""
    #: Whether the rule is on.
    enabled: bool
    #: Whether no score may end below zero.
    floor_zero: bool
    #: Points for going out.
    out_bonus: int
    #: Points for each tile left, instead of its score.
    per_tile_left: Optional[int]
    #: What happens to tiles that are left.
    settlement: Settlement


class FirstMoveStartSpec(TypedDict, total=False):
    """`first_move_start`"""
    #: Start cells (`x,y`, `x,y,z` or node names); empty: the board's centre.
    cells: List[str]
    #: Whether the rule is on.
    enabled: bool
    #: Whether one of them must be covered.
    start: StartMode


class InfiniteScoreSpec(TypedDict, total=False):
    """`infinite_score`"""
    #: Whether an infinite score ends the game.
    enabled: bool


class LinePlacementSpec(TypedDict, total=False):
    """`line_placement`"""
    #: Whether the rule is on.
    enabled: bool
    #: Where the tiles of one move may go.
    placement: Placement


class MinWordLengthSpec(TypedDict, total=False):
    """`min_word_length`"""
    #: Whether the rule is on.
    enabled: bool
    #: The shortest main word.
    min_main_length: int


class PassSpec(TypedDict, total=False):
    """`pass`"""
    #: Whether one may always pass; if not, only when nothing else is possible.
    allow_pass: bool
    #: Whether the rule is on.
    enabled: bool


class PremiumsSpec(TypedDict, total=False):
    """`premiums`"""
    #: Whether the rule is on.
    enabled: bool
    #: How often a premium fires.
    premium_life: PremiumLife


class RackSizeSpec(TypedDict, total=False):
    """`rack_size`"""
    #: Whether the rule is on.
    enabled: bool
    #: Tiles on a full rack.
    size: int


class Stacking(TypedDict, total=False):
    """`stacking`"""
    #: Whether tiles may be placed on others.
    enabled: bool
    #: Whether a letter may not cover the same letter.
    forbid_same: bool
    #: Whether a word that stood before may not be covered entirely.
    keep_one: bool
    #: The highest stack.
    max_height: int
    #: What the tiles beneath are worth.
    scoring: StackScoring


class SwapLimitSpec(TypedDict, total=False):
    """`swap_limit`"""
    #: Whether the rule is on.
    enabled: bool
    #: Tiles per swap; by default as many as the rack holds.
    max_tiles: Optional[int]
    #: What happens first.
    order: SwapOrder
    #: Swaps per player and game.
    swap_limit: Optional[int]
    #: The bag must hold at least this many tiles.
    swap_minimum_bag: int


class TimeLimitSpec(TypedDict, total=False):
    """`time_limit`: all times in seconds, which enter the engine as data."""
    #: Seconds for all turns of a player together.
    bank: Optional[int]
    #: Whether the rule is on.
    enabled: bool
    #: Days without activity after which the player to move resigns.
    inactivity_days: Optional[int]
    #: Seconds added to the bank after each turn.
    increment: int
    #: What happens when time is up.
    time_limit_action: TimeLimitAction
    #: Seconds for a turn.
    turn_time_limit: Optional[int]


class TurnLimitSpec(TypedDict, total=False):
    """`turn_limit`"""
    #: Turns for each player; `None`: no limit.
    turns: Optional[int]


class TurnOrderSpec(TypedDict, total=False):
    """`turn_order`"""
    #: Whether the rule is on.
    enabled: bool
    #: Who moves first.
    first: FirstPlayer


class WinnerSpec(TypedDict, total=False):
    """`winner`"""
    #: Whether the rule is on.
    enabled: bool
    #: Who wins when scores are equal.
    tie: TieBreak


class WordMultiplierSpec(TypedDict, total=False):
    """`word_multiplier`"""
    #: Whether the rule is on.
    enabled: bool
    #: The factor of a word in which no cell is stacked.
    flat_word: Optional[int]


class WordValidationSpec(TypedDict, total=False):
    """`word_validation`"""
    #: Whether any order of the letters will do.
    anagram_words: bool
    #: Whether words are looked up.
    dictionary: DictionaryMode
    #: Whether the rule is on.
    enabled: bool
    #: Reading directions.
    reading: ReadingSpec


class FactStarted(TypedDict):
    """The game began."""
    #: The commitment to the secret seed.
    commitment: str
    #: Whether the seed is a secret of full length; a small number is never called fair.
    fair: bool
    #: The seat that moves first.
    first: int
    #: The number of seats.
    players: int
    #: The content hash of its rules.
    ruleset: str
    type: Literal["started"]
    #: The variant's id.
    variant: str


class FactSetUp(TypedDict):
    """Tiles lie on the board before the first move; they come out of the bag."""
    #: The tiles.
    placements: List[PlacedTile]
    type: Literal["set_up"]


class FactDrew(TypedDict):
    """A seat drew tiles, in this order."""
    #: The seat.
    seat: int
    #: The tiles.
    tiles: List[str]
    type: Literal["drew"]


class FactTurnBegan(TypedDict):
    """A turn began."""
    #: The seat to move.
    seat: int
    type: Literal["turn_began"]


class _FactPlayed(TypedDict):
    #: The tiles placed.
    placements: List[PlacedTile]
    #: The account of the score.
    score: ScoreBreakdown
    #: The seat.
    seat: int
    type: Literal["played"]


class FactPlayed(_FactPlayed, total=False):
    """Tiles were placed, or slid."""
    #: Whether the move can be challenged.
    challengeable: bool
    #: What plugins noted: (plugin, note).
    notes: List[Tuple[str, Any]]
    #: The tiles that slid.
    slides: List[SlidTile]


class FactSwapped(TypedDict):
    """Tiles were swapped."""
    #: The tiles drawn, in this order.
    drawn: List[str]
    #: The tiles given back.
    returned: List[str]
    #: The seat.
    seat: int
    type: Literal["swapped"]


class _FactPassed(TypedDict):
    #: The seat.
    seat: int
    type: Literal["passed"]


class FactPassed(_FactPassed, total=False):
    """A turn was passed."""
    #: Whether time was up.
    timeout: bool


class FactWindowClosed(TypedDict):
    """The last move can no longer be challenged."""
    #: The seat whose action closed it.
    by: int
    type: Literal["window_closed"]


class FactChallenged(TypedDict):
    """The last move was challenged."""
    #: The challenger.
    by: int
    #: The words that are none; empty if the challenge failed.
    invalid: List[str]
    #: The seat that had moved.
    mover: int
    type: Literal["challenged"]


class FactWithdrawn(TypedDict):
    """The last move was taken back: tiles, score and premiums are as before it."""
    #: The seat that had moved.
    seat: int
    type: Literal["withdrawn"]


class FactTurnForfeited(TypedDict):
    """A seat will lose its next turn."""
    #: The seat.
    seat: int
    type: Literal["turn_forfeited"]


class FactTurnLost(TypedDict):
    """A seat lost its turn."""
    #: The seat.
    seat: int
    type: Literal["turn_lost"]


class FactAdjusted(TypedDict):
    """Points were given or taken outside a move."""
    #: The points.
    points: Points
    #: What for.
    reason: str
    #: The seat.
    seat: int
    type: Literal["adjusted"]


class FactResigned(TypedDict):
    """A player left the game and has lost."""
    #: Why.
    cause: ResignCause
    #: The seat.
    seat: int
    type: Literal["resigned"]


class FactRuleSwitched(TypedDict):
    """A rule was switched on or off."""
    #: Whether it is on from now on.
    enabled: bool
    #: The rule's id.
    rule: str
    type: Literal["rule_switched"]


class FactPlugin(TypedDict):
    """A plugin stored something."""
    #: What it stored.
    event: PluginEvent
    #: The plugin.
    plugin: str
    type: Literal["plugin"]


class FactRackArranged(TypedDict):
    """A rack was laid by hand: its tiles went into the bag and these came out."""
    #: The seat.
    seat: int
    #: The tiles.
    tiles: List[str]
    type: Literal["rack_arranged"]


class FactEnded(TypedDict):
    """The game ended."""
    #: How.
    result: GameResult
    type: Literal["ended"]

#: What happened.
Fact = Union["FactStarted", "FactSetUp", "FactDrew", "FactTurnBegan", "FactPlayed", "FactSwapped", "FactPassed", "FactWindowClosed", "FactChallenged", "FactWithdrawn", "FactTurnForfeited", "FactTurnLost", "FactAdjusted", "FactResigned", "FactRuleSwitched", "FactPlugin", "FactRackArranged", "FactEnded"]


class SpectatorView(TypedDict):
    """What a spectator sees."""
    #: What everyone may see.
    game: PublicState
    #: Tiles in the bag or on a rack, nobody knows which.
    unseen: List[TileCount]


class ScoreLine(TypedDict):
    """A line of points that belongs to no word."""
    #: What for.
    label: str
    #: How many.
    points: Points
    #: The rule or plugin that gives them.
    source: str


class UsedPremium(TypedDict):
    """A premium that is used up."""
    #: The cell.
    cell: CellLabel
    #: The premium.
    premium: str


class StackContribution(TypedDict):
    """What a covered tile added to a word."""
    #: The cell.
    cell: CellLabel
    #: What the covered tile shows.
    letter: str
    #: Its place in the stack, from 1 at the bottom.
    level: int
    #: What it adds.
    points: Points
    #: The word's place in the list of words.
    word: int

#: A whole number; past 2^53 a decimal string, or `Infinity`, `-Infinity`.
Points = Union[int, str]


class WordScore(TypedDict):
    """The account of one word, read one way."""
    #: The axis it lies on.
    axis: str
    #: Its cells in reading order.
    cells: List[CellLabel]
    #: Which way it was read.
    direction: Direction
    #: Its letters in reading order.
    letters: List[LetterScore]
    #: Whether it is the main word.
    main: bool
    #: Its points.
    score: Points
    #: How the letters became the score.
    steps: List[WordStep]
    #: The word, in reading order, upper case.
    text: str


class _MoveAnalysis(TypedDict):
    #: Whether it is a play of a full rack, or has the variant's bonus for that.
    bingo: bool
    #: What kind.
    kind: MoveKind
    #: The tiles that stay on the rack.
    leave: str
    #: Whether this is the move that was played.
    played: bool
    #: The score.
    score: Points


class MoveAnalysis(_MoveAnalysis, total=False):
    """A move and what it is worth."""
    #: Where a play begins and which way it goes: `8H` across, `H8` down; elsewhere a cell and an
    #: axis.
    at: str
    #: What the move is worth by score and leave; `None` where that is not known.
    equity: Optional[float]
    #: What an evaluator says of it.
    judged: Optional[Judgement]
    #: The tiles of a play: `7,7=R 8,7=?e`.
    place: str
    #: The same tiles as games write them.
    tiles: List[PlacedTile]
    #: The main word, tiles that were there in parentheses, blanks in lower case; or the tiles
    #: that are swapped.
    word: str
    #: All words of a play, the main word first.
    words: List[str]

#: What became of a play with words that are not in the list.
Phony = Union[Literal["withdrawn"], Literal["stood"]]


class _Finding(TypedDict):
    #: The sentence.
    text: str
    #: Whether it is a warning.
    warning: bool


class Finding(_Finding, total=False):
    """A sentence about a variant."""
    #: What is said, such as `dead_openings`; for sentences in other languages.
    id: str
    #: The numbers and names in the sentence, in order.
    values: List[str]


class Measure(TypedDict):
    """A number about a variant, with its 95 % confidence interval."""
    #: The upper end.
    high: float
    #: Its id, such as `first_wins`.
    id: str
    #: The lower end.
    low: float
    #: What it is.
    name: str
    #: Its unit: `%`, `points`, …
    unit: str
    #: The number.
    value: float


class VisibleFactStarted(TypedDict):
    """The game began."""
    #: The commitment to the seed.
    commitment: str
    #: Whether the shuffle is fair.
    fair: bool
    #: The seat that moves first.
    first: int
    #: The number of seats.
    players: int
    #: The content hash of its rules.
    ruleset: str
    type: Literal["started"]
    #: The variant's id.
    variant: str


class VisibleFactSetUp(TypedDict):
    """Tiles lie on the board before the first move."""
    #: The tiles.
    placements: List[PlacedTile]
    type: Literal["set_up"]


class _VisibleFactDrew(TypedDict):
    #: How many.
    count: int
    #: The seat.
    seat: int
    type: Literal["drew"]


class VisibleFactDrew(_VisibleFactDrew, total=False):
    """A seat drew tiles."""
    #: Which, if it is the viewer's own seat.
    own: Optional[List[str]]


class VisibleFactTurnBegan(TypedDict):
    """A turn began."""
    #: The seat.
    seat: int
    type: Literal["turn_began"]


class VisibleFactPlayed(TypedDict):
    """Tiles were placed, or slid."""
    #: Whether the move can be challenged.
    challengeable: bool
    #: The tiles placed.
    placements: List[PlacedTile]
    #: The account of the score.
    score: ScoreBreakdown
    #: The seat.
    seat: int
    #: The tiles that slid.
    slides: List[SlidTile]
    type: Literal["played"]


class _VisibleFactSwapped(TypedDict):
    #: How many.
    count: int
    #: The seat.
    seat: int
    type: Literal["swapped"]


class VisibleFactSwapped(_VisibleFactSwapped, total=False):
    """Tiles were swapped."""
    #: Which came and went, if it is the viewer's own seat: (returned, drawn).
    own: Optional[Tuple[List[str], List[str]]]


class VisibleFactPassed(TypedDict):
    """A turn was passed."""
    #: The seat.
    seat: int
    #: Whether time was up.
    timeout: bool
    type: Literal["passed"]


class VisibleFactWindowClosed(TypedDict):
    """The last move can no longer be challenged."""
    #: The seat whose action closed it.
    by: int
    type: Literal["window_closed"]


class VisibleFactChallenged(TypedDict):
    """The last move was challenged."""
    #: The challenger.
    by: int
    #: The words that are none.
    invalid: List[str]
    #: The seat that had moved.
    mover: int
    type: Literal["challenged"]


class VisibleFactWithdrawn(TypedDict):
    """The last move was taken back."""
    #: The seat that had moved.
    seat: int
    type: Literal["withdrawn"]


class VisibleFactTurnForfeited(TypedDict):
    """A seat will lose its next turn."""
    #: The seat.
    seat: int
    type: Literal["turn_forfeited"]


class VisibleFactTurnLost(TypedDict):
    """A seat lost its turn."""
    #: The seat.
    seat: int
    type: Literal["turn_lost"]


class VisibleFactAdjusted(TypedDict):
    """Points were given or taken outside a move."""
    #: The points.
    points: Points
    #: What for.
    reason: str
    #: The seat.
    seat: int
    type: Literal["adjusted"]


class VisibleFactResigned(TypedDict):
    """A player left the game."""
    #: Why.
    cause: ResignCause
    #: The seat.
    seat: int
    type: Literal["resigned"]


class VisibleFactRuleSwitched(TypedDict):
    """A rule was switched on or off."""
    #: Whether it is on.
    enabled: bool
    #: The rule's id.
    rule: str
    type: Literal["rule_switched"]


class VisibleFactPlugin(TypedDict):
    """A plugin stored something."""
    #: What it stored.
    event: PluginEvent
    #: The plugin.
    plugin: str
    type: Literal["plugin"]


class _VisibleFactRackArranged(TypedDict):
    #: How many tiles.
    count: int
    #: The seat.
    seat: int
    type: Literal["rack_arranged"]


class VisibleFactRackArranged(_VisibleFactRackArranged, total=False):
    """A rack was laid by hand."""
    #: Which, if it is the viewer's own seat.
    own: Optional[List[str]]


class VisibleFactEnded(TypedDict):
    """The game ended; nothing is hidden any more."""
    #: How.
    result: ShownResult
    type: Literal["ended"]

#: What happened, without hidden tiles.
VisibleFact = Union["VisibleFactStarted", "VisibleFactSetUp", "VisibleFactDrew", "VisibleFactTurnBegan", "VisibleFactPlayed", "VisibleFactSwapped", "VisibleFactPassed", "VisibleFactWindowClosed", "VisibleFactChallenged", "VisibleFactWithdrawn", "VisibleFactTurnForfeited", "VisibleFactTurnLost", "VisibleFactAdjusted", "VisibleFactResigned", "VisibleFactRuleSwitched", "VisibleFactPlugin", "VisibleFactRackArranged", "VisibleFactEnded"]

Branch = TypedDict("Branch", {"events": "List[Event]", "from": "int"}, total=True)


class _GameLog(TypedDict):
    #: The events. Drawn tiles are in them, so they are for the owner of the log only.
    events: List[Event]


class GameLog(_GameLog, total=False):
    """The log of a game as it is stored: the events, and the secret that nobody may see."""
    #: The private part: the seed, in hexadecimal digits.
    secret_seed: Optional[str]


class PublicCell(TypedDict):
    """What everyone may see of a cell with tiles."""
    #: The cell.
    cell: CellLabel
    #: Its tiles, lowest first.
    tiles: List[PlacedTile]

#: A result as viewers see it. Views and visible events come with a sealed one, without the seed;
#: who may show the seed says so with [`PublicState::reveal`] or [`VisibleEvent::reveal`].
ShownResult = Union["GameResult"]


class _PublicSeat(TypedDict):
    #: The number of tiles on the rack.
    rack_len: int
    #: Whether the player has resigned.
    resigned: bool
    #: The score.
    score: Points
    #: Swaps made.
    swaps: int
    #: Turns taken.
    turns: int


class PublicSeat(_PublicSeat, total=False):
    """What everyone may see of a seat."""
    #: What is left of the bank, in milliseconds, when the current turn began.
    bank: Optional[int]


class Coordinate(TypedDict):
    """A name beside a row or above a column."""
    #: Where it stands.
    at: float
    #: The name.
    text: str


class BingoAmountFixed(TypedDict):
    """This many points."""
    fixed: int


class BingoAmountPerTile(TypedDict):
    """This many points for each tile placed."""
    per_tile: int

#: The size of the bonus for a long move.
BingoAmount = Union["BingoAmountFixed", "BingoAmountPerTile"]


class BingoTriggerTilesPlayed(TypedDict):
    """Exactly this many tiles."""
    tiles_played: int

#: What earns the bonus for a long move.
BingoTrigger = Union[Literal["full_rack"], "BingoTriggerTilesPlayed", Literal["rack_exhausted"]]


class ChallengeModePoints(TypedDict):
    """A wrong challenge earns the mover this many points."""
    points: int


class ChallengeModePerWord(TypedDict):
    """A wrong challenge earns the mover this many points for every word."""
    per_word: int

#: What a challenge costs.
ChallengeMode = Union[Literal["lose_turn"], Literal["double"], Literal["single"], "ChallengeModePoints", "ChallengeModePerWord", Literal["forfeit"]]

#: What counts as touching the tiles that were there before.
Contact = Union[Literal["adjacent"], Literal["overlap"]]

#: Which turns count toward the limit of passes.
PassCount = Union[Literal["passes"], Literal["scoreless"]]

#: What happens to the tiles that are left at the end.
Settlement = Union[Literal["none"], Literal["subtract_own"], Literal["transfer_to_out_player"], Literal["double_to_out_player"]]

#: Whether the first move must cover a start cell.
StartMode = Union[Literal["required"], Literal["optional"]]

#: Where the tiles of one move may go.
Placement = Union[Literal["line"], Literal["connected"]]

#: How often a premium fires.
PremiumLife = Union[Literal["once"], Literal["each_placement"]]

#: What the tiles beneath others are worth.
StackScoring = Union[Literal["top_only"], Literal["sum_stack"]]

#: What happens first in a swap.
SwapOrder = Union[Literal["draw_first"], Literal["return_first"]]


class TimeLimitActionOvertime(TypedDict):
    """Play goes on; every started minute costs this many points at the end."""
    overtime: int

#: What happens when time is up.
TimeLimitAction = Union[Literal["pass"], Literal["resign"], "TimeLimitActionOvertime"]


class FirstPlayerSeat(TypedDict):
    """This seat, from 0."""
    seat: int

#: Who moves first.
FirstPlayer = Union[Literal["creator"], Literal["random"], "FirstPlayerSeat"]

#: Who wins when scores are equal.
TieBreak = Union[Literal["shared"], Literal["last_mover"]]

#: Whether words are looked up.
DictionaryMode = Union[Literal["check"], Literal["free"]]

#: Reading directions: one for all axes, or by axis name (the others read forward).
ReadingSpec = Union["Reading", Dict[str, "Reading"]]


class _PlacedTile(TypedDict):
    #: The cell.
    cell: CellLabel
    #: The tile.
    tile: str

_PlacedTileWords = TypedDict("_PlacedTileWords", {"as": "Optional[str]", "mark": "Optional[str]"}, total=False)


class PlacedTile(_PlacedTile, _PlacedTileWords):
    """A tile on a cell."""


SlidTile = TypedDict("SlidTile", {"from": "CellLabel", "to": "CellLabel"}, total=True)

#: Why a player is out of the game.
ResignCause = Union[Literal["declared"], Literal["timeout"], Literal["inactivity"], Literal["forfeit"]]


class _PluginEvent(TypedDict):
    #: What happened.
    name: str


class PluginEvent(_PluginEvent, total=False):
    """Something that a plugin stores in the log when a move is committed."""
    #: The particulars.
    value: Any


class _GameResult(TypedDict):
    #: The lines of the final account, in order.
    adjustments: List[Adjustment]
    #: The tiles left on the racks, by seat.
    left: List[List[str]]
    #: Premiums used up in the game, by kind.
    premiums_consumed: Dict[str, int]
    #: Why, in words.
    reason: str
    #: The id of the rule that ended it.
    rule: str
    #: The final scores, by seat.
    scores: List[Points]
    #: The winning seats: several if they share the win.
    winners: List[int]


class GameResult(_GameResult, total=False):
    """How the game ended."""
    #: The seed, so that anyone can verify the shuffle.
    seed: Optional[str]

#: Which way a word was read.
Direction = Union[Literal["forward"], Literal["backward"]]


class _LetterScore(TypedDict):
    #: What the tile itself is worth.
    base: Points
    #: Whether it is a blank.
    blank: bool
    #: Where it lies.
    cell: CellLabel
    #: The number of tiles on its cell after the move.
    height: int
    #: What it shows; a blank the letter it stands for.
    letter: str
    #: Whether it was placed in this move.
    new: bool
    #: What it is worth in the word.
    value: Points


class LetterScore(_LetterScore, total=False):
    """The account of one letter of a word."""
    #: What changed that, in order.
    steps: List[LetterStep]


class _WordStep(TypedDict):
    #: What it did.
    effect: WordEffect
    #: The rule that did it.
    rule: str
    #: The word's value afterwards.
    value: Points


class WordStep(_WordStep, total=False):
    """One step from letters to a word's score."""
    #: Where the premium lies.
    cell: Optional[CellLabel]
    #: The premium that made it do so.
    premium: Optional[str]


class _Judgement(TypedDict):
    #: What the move is worth: points ahead at the end, as far as the judge looks.
    equity: float
    #: Whether it is the exact value and not an estimate.
    exact: bool


class Judgement(_Judgement, total=False):
    """What a judge says of a move."""
    #: Games that were played out for it.
    rollouts: Optional[int]
    #: The chance to win, from 0 to 1, shared wins counted half; `None` where the judge knows none.
    win: Optional[float]

#: What kind of move.
MoveKind = Union[Literal["play"], Literal["swap"], Literal["pass"], Literal["lost"]]


class Adjustment(TypedDict):
    """One line of the final account of a seat."""
    #: The points.
    points: Points
    #: What for: `tiles_left`, `tiles_of_others`, `out_bonus`, `overtime`, `floor_zero`.
    reason: str
    #: The seat.
    seat: int


class LetterStep(TypedDict):
    """One change of a letter's value."""
    #: Where the premium lies.
    cell: CellLabel
    #: The premium that did it.
    premium: str
    #: The stage.
    stage: str
    #: The value afterwards.
    value: Points


class WordEffectPower(TypedDict):
    """The result is raised to this power, because there are several products."""
    power: int


class WordEffectAddStack(TypedDict):
    """The tiles beneath are added."""
    add_stack: Points


class WordEffectMultiply(TypedDict):
    """The word is multiplied."""
    multiply: Points


class WordEffectAdd(TypedDict):
    """Points are added."""
    add: Points

#: What a step does to a word.
WordEffect = Union[Literal["sum"], Literal["product"], "WordEffectPower", "WordEffectAddStack", "WordEffectMultiply", "WordEffectAdd"]
