## A board to play on: click a tile of the rack, then a cell; Enter plays, Escape takes the tiles
## back, Space passes. The second seat is a bot. Cells whose tiles earn a bonus flash.
extends Node2D

@export var variant := "stacking"
@export var level := "casual"
@export var words: Variant = null
@export var cell_size := 44.0

const PAPER := Color(0.95, 0.93, 0.88)
const TILE := Color(0.93, 0.84, 0.62)
const FLASH := Color(1.0, 0.55, 0.1)

@onready var game: Node = $Game

var cells := {}          # label -> Vector2, the centre
var premiums := {}       # label -> name
var rack: Array = []
var chosen := -1
var pending: Array = []  # { cell, tile, place }
var flashing := {}       # label -> seconds left
var message := ""


func _ready() -> void:
	var engine = ClassDB.instantiate("TilewrightEngine")
	var details = engine.ask({"op": "variant", "variant": {"shipped": variant}})
	for cell in details["cells"]:
		cells[cell["cell"]] = Vector2(cell["x"], cell["y"]) / 1000.0 * cell_size + Vector2.ONE * cell_size
		if cell.has("premium"):
			premiums[cell["cell"]] = cell["premium"]
	game.scored.connect(_on_scored)
	game.stack_changed.connect(func(_cell, _height): queue_redraw())
	game.refused.connect(func(error): _say(error["message"]))
	game.ended.connect(func(_result): _say("The game is over."))
	game.start(variant, 2, randi(), words)
	_refresh()


func _say(text: String) -> void:
	message = text
	queue_redraw()


func _refresh() -> void:
	rack = game.look(0)["seat"]["rack"]
	pending.clear()
	chosen = -1
	queue_redraw()


func _on_scored(seat: int, account: Dictionary) -> void:
	_say("Seat %d: %s, %s points" % [seat, account["words"][0]["text"], account["total"]])
	for word in account["words"]:
		for letter in word["letters"]:
			if not letter.get("steps", []).is_empty():
				flashing[letter["cell"]] = 1.0
	for part in account.get("stack_contributions", []):
		flashing[part["cell"]] = 1.0


func _process(delta: float) -> void:
	for cell in flashing.keys():
		flashing[cell] -= delta
		if flashing[cell] <= 0.0:
			flashing.erase(cell)
		queue_redraw()


## The actions of the tiles that lie ready.
func actions() -> Array:
	return pending.map(func(item): return {"place_at": {"cell": item["cell"], "kind_id": item["tile"]}})


func lay(cell: String, index: int) -> void:
	pending.append({"cell": cell, "tile": rack[index], "place": index})
	var told = game.preview(actions())
	_say("%s points" % told["breakdown"]["total"] if told["legal"] else told["violations"][0]["message"])


func play() -> void:
	if game.play(actions()):
		_others()
	_refresh()


func _others() -> void:
	while game.state().get("result") == null and game.state()["to_move"] != 0:
		game.submit(game.best(level))


func _unhandled_input(event: InputEvent) -> void:
	if event.is_action_pressed("ui_accept"):
		play()
	elif event.is_action_pressed("ui_cancel"):
		_refresh()
	elif event.is_action_pressed("ui_select") and game.declare("pass"):
		_others()
		_refresh()
	elif event is InputEventMouseButton and event.pressed:
		_click(event.position)


func _click(at: Vector2) -> void:
	for index in rack.size():
		if at.distance_to(_rack_place(index)) < cell_size / 2:
			chosen = index
			queue_redraw()
			return
	if chosen < 0 or pending.any(func(item): return item["place"] == chosen):
		return
	for cell in cells:
		if at.distance_to(cells[cell]) < cell_size / 2:
			lay(cell, chosen)
			chosen = -1
			return


func _rack_place(index: int) -> Vector2:
	var lowest := 0.0
	for cell in cells:
		lowest = maxf(lowest, cells[cell].y)
	return Vector2(cell_size * (index + 1), lowest + cell_size * 2)


func _draw() -> void:
	var top := {}
	for cell in game.state()["board"]:
		top[cell["cell"]] = cell["tiles"]
	for cell in cells:
		_draw_cell(cells[cell], PAPER, premiums.get(cell, ""), 10)
		if top.has(cell):
			_draw_tile(cells[cell], top[cell].back(), top[cell].size(), flashing.get(cell, 0.0))
	for item in pending:
		_draw_cell(cells[item["cell"]], TILE.lightened(0.3), item["tile"], 18)
	for index in rack.size():
		if not pending.any(func(item): return item["place"] == index):
			_draw_cell(_rack_place(index), FLASH if index == chosen else TILE, rack[index], 18)
	draw_string(ThemeDB.fallback_font, _rack_place(0) + Vector2(0, cell_size * 1.5), message)


func _draw_tile(at: Vector2, tile: Dictionary, height: int, flash: float) -> void:
	var shown: String = tile.get("letter", tile.get("tile", ""))
	_draw_cell(at, TILE.lerp(FLASH, flash), shown, 18)
	if height > 1:
		draw_string(ThemeDB.fallback_font, at + Vector2(cell_size * 0.2, cell_size * 0.4), str(height),
			HORIZONTAL_ALIGNMENT_LEFT, -1, 10, Color.BLACK)


func _draw_cell(at: Vector2, colour: Color, text: String, size: int) -> void:
	var half := Vector2.ONE * cell_size * 0.47
	draw_rect(Rect2(at - half, half * 2), colour)
	draw_string(ThemeDB.fallback_font, at + Vector2(-half.x * 0.6, size * 0.4), text,
		HORIZONTAL_ALIGNMENT_LEFT, -1, size, Color.BLACK)
