## A board to play on against a bot, in any variant. Drag a tile of the rack to a cell, or click
## the tile and then the cell; the score of what lies ready is shown at once.
extends Control

## What a bot plays, and how long it seems to think.
@export var variant := "stacking"
@export var level := "casual"
@export var bot_pause := 0.5
## The words, as `TilewrightGame.create` takes them; null for the variant's own.
var words: Variant = null
## The seed of the next game; random if it is negative.
var next_seed := -1

## The seat of the person in front of the screen.
const ME := 0

var engine := TilewrightEngine.new()
var game: TilewrightGame
var details := {}

@onready var canvas: Control = $Halves/Canvas
@onready var variants: OptionButton = $Halves/Side/Variants
@onready var scores: Label = $Halves/Side/Scores
@onready var message: Label = $Halves/Side/Message
@onready var buttons: GridContainer = $Halves/Side/Buttons
@onready var account: RichTextLabel = $Halves/Side/Account
@onready var letters: PopupMenu = $Letters

var _blank := {}


func _ready() -> void:
	for summary: Dictionary in engine.variants():
		if summary["playable"]:
			variants.add_item(summary["name"])
			variants.set_item_metadata(-1, summary["id"])
	variants.item_selected.connect(func(index): start(variants.get_item_metadata(index)))
	var actions := {
		"Play": play, "Take back": take_back, "Best move": hint, "Undo": undo,
		"Swap all": swap_all, "Pass": pass_turn, "Challenge": challenge, "New game": start,
	}
	for title: String in actions:
		var button := Button.new()
		button.text = title
		button.size_flags_horizontal = Control.SIZE_EXPAND_FILL
		var action: Callable = actions[title]
		button.pressed.connect(func(): action.call())
		buttons.add_child(button)
	canvas.dropped.connect(_on_dropped)
	canvas.lifted.connect(take_back)
	letters.id_pressed.connect(_on_letter)
	start(variant)


## Starts a new game.
func start(id := variant) -> void:
	variant = id
	for index in variants.item_count:
		if variants.get_item_metadata(index) == id:
			variants.select(index)
	details = engine.variant(id)
	game = TilewrightGame.new(engine)
	game.scored.connect(_on_scored)
	game.moved.connect(_on_moved)
	game.stack_changed.connect(_on_stack_changed)
	game.ended.connect(_on_ended)
	game.refused.connect(_on_refused)
	if details.has("error"):
		_on_refused(details["error"])
		return
	canvas.stacks.clear()
	canvas.last.clear()
	canvas.show_variant(details)
	account.clear()
	var fewest: int = details["summary"]["players"][0]
	if game.create(id, maxi(2, fewest), next_seed if next_seed >= 0 else randi(), words):
		message.text = details["summary"]["description"]
		refresh()
		await answer()


## Redraws the rack and the scores; tiles that were laid out go back to the rack.
func refresh() -> void:
	canvas.rack = game.view(ME).get("rack", [])
	canvas.ready_tiles.clear()
	canvas.chosen = -1
	var lines := PackedStringArray()
	for seat: int in game.state["seats"].size():
		var who := "You" if seat == ME else "Bot" if game.state["seats"].size() == 2 else "Bot %d" % seat
		var mark := "> " if seat == game.to_move() and not game.is_over() else "   "
		lines.append("%s%s: %s" % [mark, who, game.state["seats"][seat]["score"]])
	lines.append("   %s tiles in the bag" % game.state["bag_len"])
	scores.text = "\n".join(lines)
	canvas.queue_redraw()


## The actions of the tiles that lie ready.
func actions() -> Array:
	return canvas.ready_tiles.map(func(tile):
		var place := {"cell": tile["cell"], "kind_id": tile["tile"]}
		if tile["blank"]:
			place["as_symbol"] = tile["letter"]
		return {"place_at": place})


## Lays a tile of the rack ready on a cell; a blank with the letter that it stands for.
func lay(index: int, cell: String, letter := "") -> void:
	var tile: String = canvas.rack[index]
	canvas.ready_tiles.append({
		"index": index, "cell": cell, "tile": tile, "blank": letter != "",
		"letter": letter if letter != "" else canvas.shown(tile),
	})
	preview()


## Shows what the tiles on the board would score, or which rule they break.
func preview() -> Dictionary:
	canvas.queue_redraw()
	if canvas.ready_tiles.is_empty():
		message.text = ""
		return {}
	var found := game.preview(actions(), ME)
	if found.get("legal", false):
		var formed: Array = found["breakdown"]["words"].map(func(word): return word["text"])
		message.text = "%s: %s points" % [", ".join(formed), found["breakdown"]["total"]]
	elif found.has("violations"):
		message.text = found["violations"][0]["message"]
	return found


## Takes tiles that lie ready back to the rack: the one on a cell, or all.
func take_back(cell := "") -> void:
	canvas.ready_tiles.assign(canvas.ready_tiles.filter(func(tile): return cell != "" and tile["cell"] != cell))
	preview()


func play() -> void:
	await _after(game.play(actions(), ME))


func swap_all() -> void:
	await _after(game.swap(canvas.rack, ME))


func pass_turn() -> void:
	await _after(game.pass_turn(ME))


func challenge() -> void:
	await _after(game.challenge(ME))


## Takes the turns back to the last one that was mine.
func undo() -> void:
	while game.undo() and game.to_move() != ME:
		pass
	refresh()


## Lays the best move ready.
func hint() -> void:
	take_back()
	var command := game.best_move("expert", ME)
	var swapped := []
	for action: Dictionary in command.get("move", {}).get("actions", []):
		var part: Dictionary = action.values()[0]
		swapped.append_array(part.get("tiles", []))
		if not part.has("kind_id"):
			continue
		var cell: String = part["cell"] if part.has("cell") else "%d,%d" % [part["x"], part["y"]]
		var index := _free_place(part["kind_id"])
		var letter: Variant = part.get("as_symbol", part.get("mark"))
		lay(index, cell, letter if letter and canvas.shown(part["kind_id"]) == "" else "")
	if canvas.ready_tiles.is_empty():
		message.text = "Best: swap " + ", ".join(swapped) if swapped else "Best: pass"


func _free_place(tile: String) -> int:
	for index: int in canvas.rack.size():
		if canvas.rack[index] == tile and not canvas.ready_tiles.any(func(other): return other["index"] == index):
			return index
	return -1


## The bots make their turns.
func answer() -> void:
	var current := game
	while game == current and not game.is_over() and game.to_move() != ME:
		if bot_pause > 0.0:
			await get_tree().create_timer(bot_pause).timeout
		if game != current or not game.submit(game.best_move(level)):
			break
		refresh()


func _after(done: bool) -> void:
	if done:
		refresh()
		await answer()


func _on_dropped(index: int, cell: String) -> void:
	var symbols: Array = []
	for tile: Dictionary in details["tiles"]:
		if tile["tile"] == canvas.rack[index] and not tile.get("letter"):
			symbols = tile.get("stands_for", [])
	if symbols.is_empty():
		lay(index, cell)
		return
	_blank = {"index": index, "cell": cell}
	letters.clear()
	for symbol: String in symbols:
		letters.add_item(symbol)
	letters.popup_centered()


func _on_letter(id: int) -> void:
	lay(_blank["index"], _blank["cell"], letters.get_item_text(letters.get_item_index(id)))


func _on_moved(_seat: int, placements: Array) -> void:
	canvas.last = placements.map(func(tile): return tile["cell"])


func _on_scored(seat: int, breakdown: Dictionary) -> void:
	var who := "You" if seat == ME else "Bot"
	account.add_text("%s: %s\n" % [who, breakdown["total"]])
	var bright := []
	for word: Dictionary in breakdown["words"]:
		account.add_text("   %s %s\n" % [word["text"], word["score"]])
		for letter: Dictionary in word["letters"]:
			if not letter.get("steps", []).is_empty():
				bright.append(letter["cell"])
	for part: Dictionary in breakdown.get("stack_contributions", []):
		bright.append(part["cell"])
	for line: Dictionary in breakdown.get("bonuses", []) + breakdown.get("plugins", []):
		account.add_text("   %s %s\n" % [line["label"], line["points"]])
	canvas.flash(bright)
	message.text = "%s: %s, %s points" % [who, breakdown["words"][0]["text"] if breakdown["words"] else "", breakdown["total"]]


func _on_stack_changed(cell: String, _height: int) -> void:
	canvas.stacks.erase(cell)
	for place: Dictionary in game.state["board"]:
		if place["cell"] == cell:
			canvas.stacks[cell] = place["tiles"]
	canvas.queue_redraw()


func _on_ended(result: Dictionary) -> void:
	message.text = "%s %s" % ["You win!" if ME in result["winners"] else "The bot wins.", result["reason"]]


func _on_refused(error: Dictionary) -> void:
	var reasons: Array = error.get("violations", []).map(func(violation): return violation["message"])
	message.text = "\n".join(reasons) if reasons else error["message"]
