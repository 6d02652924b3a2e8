## Draws a board of any shape, its stacks and a rack, and reports what the pointer does.
## Everything about shapes comes from the engine: where cells lie and what outline they have.
extends Control

## A tile of the rack was dropped on a cell.
signal dropped(index: int, cell: String)
## A tile that lies ready was clicked.
signal lifted(cell: String)

const GROUND := Color("2b333a")
const CELL := Color("e8e2d4")
const TILE := Color("f2d9a0")
const EDGE := Color("b8965a")
const READY := Color("fff1c9")
const FLASH := Color("ff8a1e")
const INK := Color("2a2118")
const LINK := Color("76818c")
const FAMILIES := {
	"word": Color("e58b7b"),
	"letter": Color("8fb8d8"),
	"computing": Color("c9a2dc"),
	"category": Color("9bcf9a"),
	"revalue": Color("d8c26a"),
	"combine": Color("8fd0c6"),
	"plain": Color("e8e2d4"),
}
## The engine's lengths are fortieths of a cell.
const UNIT := 40.0
const GAP := 24.0

## The tiles on the cells, lowest first, by cell.
var stacks := {}
## The tiles that lie ready: `index` in the rack, `cell`, `letter`.
var ready_tiles: Array[Dictionary] = []
var rack: Array = []
## The cells of the last play.
var last := []
var chosen := -1

## A tile on the rack; those on the board have the shape of their cells.
static var _rack_shape := {
	"corners": PackedVector2Array([Vector2(-20, -20), Vector2(20, -20), Vector2(20, 20), Vector2(-20, 20)]),
	"letter_size": 21.0, "letter_y": -1.0,
	"value_x": 15.0, "value_y": 14.0, "value_size": 9.2, "value_ends": true,
}

var _cells: Array[Dictionary] = []
var _places := {}
var _links: Array[PackedVector2Array] = []
var _letters := {}
var _values := {}
var _size := Vector2.ONE
var _flashes := {}
var _drag := Vector2.INF


## Shows the board of a variant, empty.
func show_variant(details: Dictionary) -> void:
	_cells.clear()
	_places.clear()
	_links.clear()
	var drawing: Dictionary = details["drawing"]
	var shapes := {}
	for name: String in drawing["outlines"]:
		shapes[name] = drawing["outlines"][name]
		shapes[name]["corners"] = outline(shapes[name]["cell"])
	var premiums := {}
	for kind: Dictionary in details["premium_kinds"]:
		premiums[kind["premium"]] = kind
	var layer: Dictionary = drawing["layers"][0]
	# Layers lie beside each other, in about as many rows as columns.
	var step := Vector2(layer["width"] + GAP, layer["height"] + GAP)
	var columns := ceili(sqrt(drawing["layers"].size()))
	_size = step * Vector2(columns, ceili(float(drawing["layers"].size()) / columns)) - Vector2(GAP, GAP)
	for index: int in details["cells"].size():
		var cell: Dictionary = details["cells"][index]
		var drawn: Dictionary = drawing["cells"][index]
		var premium: Variant = cell.get("premium")
		_places[cell["cell"]] = index
		_cells.append({
			"cell": cell["cell"],
			"at": Vector2(drawn["x"], drawn["y"]) + step * Vector2(cell["layer"] % columns, cell["layer"] / columns),
			"shape": shapes[drawn["outline"]],
			"colour": FAMILIES.get(premiums[premium]["family"], CELL) if premium else CELL,
			"label": premiums[premium]["label"] if premium else "",
		})
	for cell: String in details["start_cells"]:
		if _cells[_places[cell]]["label"] == "":
			_cells[_places[cell]]["label"] = "*"
	if layer["edges"] != "":
		for line: Dictionary in details["lines"]:
			var places: Array = line["cells"].map(func(cell): return _cells[_places[cell]]["at"])
			if places.size() > 1:
				_links.append(PackedVector2Array(places))
	for tile: Dictionary in details["tiles"]:
		var letter: Variant = tile.get("letter")
		_letters[tile["tile"]] = letter if letter else ""
		_values[tile["tile"]] = tile["score"]
	queue_redraw()


## Lets cells flash for a second.
func flash(cells: Array) -> void:
	for cell: String in cells:
		_flashes[cell] = 1.0


## The corners of an outline: the data of an SVG path with lines and parts of circles.
static func outline(path: String) -> PackedVector2Array:
	var corners := PackedVector2Array()
	for part in path.replace("M", "|M").replace("L", "|L").replace("A", "|A").split("|", false):
		var numbers := part.substr(1).replace("Z", "").split_floats(" ", false)
		var to := Vector2(numbers[-2], numbers[-1])
		if part.begins_with("A"):
			corners.append_array(_arc(corners[-1], to, numbers[0]))
		corners.append(to)
	if corners.size() > 1 and corners[0].is_equal_approx(corners[-1]):
		corners.remove_at(corners.size() - 1)
	return corners


## Points between two on a circle, clockwise on the screen.
static func _arc(from: Vector2, to: Vector2, radius: float) -> PackedVector2Array:
	var points := PackedVector2Array()
	var half := (to - from) / 2.0
	var away := sqrt(maxf(radius * radius - half.length_squared(), 0.0))
	var centre := from + half + half.orthogonal().normalized() * -away
	var start := (from - centre).angle()
	var turn := wrapf((to - centre).angle() - start, 0.0, TAU)
	var count := maxi(3, ceili(turn * 4.0))
	for step in range(1, count):
		points.append(centre + Vector2.from_angle(start + turn * step / count) * radius)
	return points


func _process(delta: float) -> void:
	for cell: String in _flashes.keys():
		_flashes[cell] -= delta
		if _flashes[cell] <= 0.0:
			_flashes.erase(cell)
		queue_redraw()


## How large the board is drawn: all of it, with room for the rack below.
func _zoom() -> float:
	return minf(size.x / (_size.x + UNIT), (size.y - 90.0) / (_size.y + UNIT))


func place_of(cell: String) -> Vector2:
	var zoom := _zoom()
	var left := (size.x - _size.x * zoom) / 2.0
	return Vector2(left, UNIT * zoom / 2.0) + _cells[_places[cell]]["at"] * zoom


func rack_place(index: int) -> Vector2:
	var step := minf(56.0, size.x / maxf(rack.size(), 1.0))
	return Vector2(size.x / 2.0 + (index - (rack.size() - 1) / 2.0) * step, size.y - 36.0)


func cell_at(point: Vector2) -> String:
	for cell in _cells:
		if Geometry2D.is_point_in_polygon((point - place_of(cell["cell"])) / _zoom(), cell["shape"]["corners"]):
			return cell["cell"]
	return ""


func rack_at(point: Vector2) -> int:
	for index in rack.size():
		if Rect2(rack_place(index) - Vector2(23, 23), Vector2(46, 46)).has_point(point):
			return index
	return -1


func _is_ready(index: int) -> bool:
	return ready_tiles.any(func(tile): return tile["index"] == index)


func _gui_input(event: InputEvent) -> void:
	if event is InputEventMouseMotion and _drag != Vector2.INF:
		_drag = event.position
		queue_redraw()
	if not event is InputEventMouseButton or event.button_index != MOUSE_BUTTON_LEFT:
		return
	var index := rack_at(event.position)
	var cell := cell_at(event.position)
	if event.pressed and index >= 0 and not _is_ready(index):
		chosen = index
		_drag = event.position
	elif event.pressed and ready_tiles.any(func(tile): return tile["cell"] == cell):
		lifted.emit(cell)
	elif chosen >= 0 and cell != "":
		dropped.emit(chosen, cell)
		chosen = -1
	if not event.pressed:
		_drag = Vector2.INF
	queue_redraw()


func _draw() -> void:
	if _cells.is_empty():
		return
	for link in _links:
		var zoom := _zoom()
		var offset: Vector2 = place_of(_cells[0]["cell"]) - _cells[0]["at"] * zoom
		draw_polyline(Transform2D(0.0, Vector2(zoom, zoom), 0.0, offset) * link, LINK, 2.0)
	for cell in _cells:
		_draw_cell(cell)
	for tile in ready_tiles:
		var at := place_of(tile["cell"]) - _lift(stacks.get(tile["cell"], []).size())
		_draw_tile(at, _cells[_places[tile["cell"]]]["shape"], READY, tile["letter"], tile["tile"], _zoom())
	for index in rack.size():
		if not _is_ready(index):
			var lifted_up := index == chosen
			var at := _drag if lifted_up and _drag != Vector2.INF else rack_place(index)
			_draw_tile(at, _rack_shape, FLASH if lifted_up else TILE, shown(rack[index]), rack[index], 1.15)


func _draw_cell(cell: Dictionary) -> void:
	var at := place_of(cell["cell"])
	var zoom := _zoom()
	var frame := Transform2D(0.0, Vector2(zoom, zoom), 0.0, at)
	draw_colored_polygon(frame * cell["shape"]["corners"], cell["colour"])
	var tiles: Array = stacks.get(cell["cell"], [])
	if tiles.is_empty():
		_write(at, cell["label"], 13.0 * zoom, INK.lightened(0.25))
		return
	for level in tiles.size():
		var tile: Dictionary = tiles[level]
		var letter: Variant = tile.get("as")
		var colour := TILE.lerp(READY, 0.5) if cell["cell"] in last else TILE
		colour = colour.lerp(FLASH, maxf(_flashes.get(cell["cell"], 0.0), 0.0))
		var top := level == tiles.size() - 1
		var written: String = (letter if letter else shown(tile["tile"])) if top else ""
		_draw_tile(at - _lift(level), cell["shape"], colour, written, tile["tile"] if top else "", zoom)
	if tiles.size() > 1:
		_write(at - _lift(tiles.size()) + Vector2(-12, -9) * zoom, str(tiles.size()), 10.0 * zoom, FLASH.darkened(0.4))


## How much higher a tile lies on as many others.
func _lift(level: int) -> Vector2:
	return Vector2(0.0, 3.0 * level) * _zoom()


func _draw_tile(at: Vector2, shape: Dictionary, colour: Color, letter: String, tile: String, zoom: float) -> void:
	var inner: PackedVector2Array = Transform2D(0.0, Vector2(zoom, zoom) * 0.92, 0.0, at) * shape["corners"]
	draw_colored_polygon(inner, colour)
	inner.append(inner[0])
	draw_polyline(inner, EDGE, 1.5, true)
	_write(at + Vector2(0, shape["letter_y"]) * zoom, letter, shape["letter_size"] * zoom, INK)
	if _values.get(tile, 0) != 0:
		var value_size: float = shape["value_size"] * zoom
		var place := at + Vector2(shape["value_x"], shape["value_y"]) * zoom
		_write(place - Vector2(0.0, value_size * 0.35), str(_values[tile]), value_size, INK, shape["value_ends"])


## Writes a text around a point, or before it.
func _write(at: Vector2, text: String, text_size: float, colour: Color, ends := false) -> void:
	var font := ThemeDB.fallback_font
	var whole := maxi(1, roundi(text_size))
	var width := font.get_string_size(text, HORIZONTAL_ALIGNMENT_LEFT, -1, whole).x
	var drop := (font.get_ascent(whole) - font.get_descent(whole)) / 2.0
	draw_string(font, at + Vector2(-width if ends else -width / 2.0, drop), text, HORIZONTAL_ALIGNMENT_LEFT, -1, whole, colour)


## The letter that a tile shows; none on a blank.
func shown(tile: String) -> String:
	return _letters.get(tile, tile)
