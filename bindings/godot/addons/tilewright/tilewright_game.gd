## A game of any variant.
##
## Signals report what happens in it. What the engine refuses changes nothing: the method gives
## false or nothing, `error` holds the reason, and `refused` is emitted. A game belongs to one
## thread at a time; engines may be shared.
class_name TilewrightGame
extends RefCounted

## Something happened: an event of the log.
signal happened(event: Dictionary)
## A play was made: the tiles that were placed.
signal moved(seat: int, placements: Array)
## The account of its score: every letter, premium, stack and bonus.
signal scored(seat: int, breakdown: Dictionary)
## The number of tiles on a cell has changed.
signal stack_changed(cell: String, height: int)
## The game is over.
signal ended(result: Dictionary)
## The engine refused something: code, message, every broken rule.
signal refused(error: Dictionary)

## Instead of a seat: the player to move, or nobody's tiles.
const TO_MOVE := -1
const SPECTATOR := -1

var engine: TilewrightEngine
## What everybody may see: board, scores, whose turn it is.
var state := {}
## Why the last call was refused; empty if it was not.
var error := {}

var _text := ""
var _heights := {}


func _init(shared_engine: TilewrightEngine = null) -> void:
	engine = shared_engine if shared_engine != null else TilewrightEngine.new()


## Starts a game. The variant is an id or `{"toml": ...}`; the seed a number, or 64 hexadecimal
## digits of a secret; `words` is null for the variant's own, "free", `{"shipped": id}` or
## `{"list": text}`.
func create(
	variant: Variant, players := 2, seed_value: Variant = 0, words: Variant = null, start_word := ""
) -> bool:
	var source := {"secret": seed_value} if seed_value is String else {"number": seed_value}
	var question := {
		"op": "new",
		"variant": TilewrightEngine.variant_source(variant),
		"players": players,
		"seed": source,
	}
	if words != null:
		question["words"] = words
	if start_word != "":
		question["start_word"] = start_word
	return _change(TilewrightJson.write(question))


## The whole game as text, to be loaded later. It holds the seed and all tiles.
func snapshot() -> String:
	return _text


## Goes on with a game that was saved.
func load_snapshot(text: String) -> bool:
	var before := _text
	_text = text
	var answer := ask("view")
	if answer.has("error"):
		_text = before
		return false
	_show(answer["view"]["spectator"]["game"])
	return true


## Submits a command, such as one of `best_move`. With a revision it is refused if the game has
## another one meanwhile.
func submit(command: Dictionary, expected_revision := -1) -> bool:
	var submission := {"command": command}
	if expected_revision >= 0:
		submission["revision"] = expected_revision
	return _change(_about("submit", {"submission": submission}))


## Makes a move: a list of actions, e.g. `{"place_at": {"cell": "7,7", "kind_id": "A"}}`.
func play(actions: Array, seat := TO_MOVE) -> bool:
	return submit({"type": "move", "seat": _seat(seat), "move": {"actions": actions}})


## Gives tiles back for new ones.
func swap(tiles: Array, seat := TO_MOVE) -> bool:
	return play([{"swap_rack": {"tiles": tiles}}], seat)


## Passes.
func pass_turn(seat := TO_MOVE) -> bool:
	return submit({"type": "pass", "seat": _seat(seat)})


## Challenges the last move.
func challenge(seat := TO_MOVE) -> bool:
	return submit({"type": "challenge", "seat": _seat(seat)})


## Gives up.
func resign(seat := TO_MOVE) -> bool:
	return submit({"type": "resign", "seat": _seat(seat)})


## Takes the last command back.
func undo() -> bool:
	return _change(_about("undo", {}))


## Does the next undone command again.
func redo() -> bool:
	return _change(_about("redo", {}))


## What a seat sees, its tiles with it, or a spectator.
func view(seat := SPECTATOR) -> Dictionary:
	var seen: Dictionary = ask("view", {"viewer": _viewer(seat)}).get("view", {})
	return seen.get("spectator", seen.get("seat", {}))


## What a move would score, or every reason why it is not legal.
func preview(actions: Array, seat := TO_MOVE) -> Dictionary:
	return ask("preview", {"seat": _seat(seat), "move": {"actions": actions}})


## The legal plays, best first (`moves`), and how many there are (`total`).
func moves(count := 10, seat := TO_MOVE) -> Dictionary:
	return ask("moves", {"seat": _seat(seat), "count": count})


## What a player of a level would do, to be submitted: beginner, casual, skilled, strong, expert.
func best_move(level := "expert", seat := TO_MOVE, seed_value := 0) -> Dictionary:
	var answer := ask("best", {"seat": _seat(seat), "level": level, "seed": seed_value})
	return answer.get("command", {})


## The events that a viewer may see.
func events(seat := SPECTATOR, after := 0) -> Array:
	return ask("events", {"viewer": _viewer(seat), "after": after}).get("events", [])


## A picture of the board, with a move on it if there is one; the options are those of the schema.
func render_svg(options := {}, actions := []) -> String:
	var more := {"options": options}
	if not actions.is_empty():
		more["move"] = {"actions": actions}
	return ask("render", more).get("svg", "")


## The game in the format GCG.
func gcg(players: Array = []) -> String:
	return ask("gcg", {"players": players}).get("text", "")


## Draws every tile again, after the end: `ok`, or what is not.
func verify() -> Dictionary:
	return ask("verify")


## Any other call about the game; the answer, or a dictionary with `error` alone.
func ask(op: String, more := {}) -> Dictionary:
	var answer := TilewrightEngine.answer_of(engine.respond(_about(op, more)))
	_judge(answer)
	return answer


## The seat to move.
func to_move() -> int:
	return state.get("to_move", 0)


## The number of events so far.
func revision() -> int:
	return state.get("revision", 0)


## Whether the game is over.
func is_over() -> bool:
	return state.get("result") != null


## How it ended; empty before.
func result() -> Dictionary:
	return state["result"] if is_over() else {}


## The number of tiles on a cell.
func height(cell: String) -> int:
	return _heights.get(cell, 0)


func _seat(seat: int) -> int:
	return to_move() if seat == TO_MOVE else seat


func _viewer(seat: int) -> Variant:
	return "spectator" if seat == SPECTATOR else {"seat": seat}


## A call about the game. Its text goes along as it is.
func _about(op: String, more: Dictionary) -> String:
	var rest := TilewrightJson.write(more).substr(1)
	var comma := "," if rest.length() > 1 else ""
	var game := _text if _text != "" else "null"
	return "{\"op\":" + TilewrightJson.quote(op) + ",\"game\":" + game + comma + rest


func _judge(answer: Dictionary) -> bool:
	error = answer.get("error", {})
	if not error.is_empty():
		refused.emit(error)
	return error.is_empty()


func _change(question: String) -> bool:
	var response: Variant = engine.respond(question)
	var answer := TilewrightEngine.answer_of(response)
	if not _judge(answer):
		return false
	_text = TilewrightNative.game_text(response)
	_show(answer["view"]["spectator"]["game"])
	for event: Dictionary in answer["events"]:
		happened.emit(event)
		var fact: Dictionary = event["fact"]
		if fact["type"] == "played":
			moved.emit(fact["seat"], fact["placements"])
			scored.emit(fact["seat"], fact["score"])
		elif fact["type"] == "ended":
			ended.emit(fact["result"])
	return true


## Takes over what everybody sees, and reports which stacks have changed.
func _show(public: Dictionary) -> void:
	var before := _heights
	state = public
	_heights = {}
	for cell: Dictionary in state["board"]:
		_heights[cell["cell"]] = cell["tiles"].size()
	for cell: String in _heights:
		if before.get(cell, 0) != _heights[cell]:
			stack_changed.emit(cell, _heights[cell])
	for cell: String in before:
		if not _heights.has(cell):
			stack_changed.emit(cell, 0)
