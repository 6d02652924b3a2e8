## Plays a whole game against the bot in the demo's scene, with the pointer and the buttons:
## godot --headless --script tests/scene.gd [-- PICTURE]
extends "res://tests/trial.gd"

var signals := {"moved": 0, "scored": 0, "stack_changed": 0, "ended": 0}


func run() -> void:
	patience = 60000
	var board: Control = load("res://board.tscn").instantiate()
	board.bot_pause = 0.0
	board.next_seed = 3
	board.words = {"shipped": "en_test_small"}
	root.add_child(board)
	# Containers find their places after the first frame.
	await process_frame
	await process_frame
	watch(board.game)
	for turn in 200:
		if board.game.is_over():
			break
		await my_turn(board)
	expect(board.game.is_over() and signals["ended"] == 1, "an end, not " + str(signals))
	expect(signals["moved"] > 6 and signals["moved"] == signals["scored"], str(signals))
	expect(signals["stack_changed"] > 20, str(signals))
	expect(board.message.text.contains("win"), board.message.text)
	var seats: Array = board.game.state["seats"]
	expect(seats.all(func(seat): return seat["score"] > 0), "scores for both")
	expect(board.scores.text.contains(str(seats[0]["score"])), "the scores are shown")
	# Boards of every shape can be shown and clicked.
	for index in board.variants.item_count:
		board.words = null
		board.start(board.variants.get_item_metadata(index))
		await process_frame
		for cell: Dictionary in board.details["cells"]:
			var found: String = board.canvas.cell_at(board.canvas.place_of(cell["cell"]))
			expect(found == cell["cell"], "%s: %s, not %s" % [board.variant, cell["cell"], found])
	board.queue_free()
	await process_frame
	print("a whole game in the scene: ", signals)
	finished = true


func watch(game: TilewrightGame) -> void:
	game.moved.connect(func(_seat, _placements): signals["moved"] += 1)
	game.scored.connect(func(_seat, _breakdown): signals["scored"] += 1)
	game.stack_changed.connect(func(_cell, _height): signals["stack_changed"] += 1)
	game.ended.connect(func(_result): signals["ended"] += 1)


## Lays the best move with the pointer, sees its score and plays it.
func my_turn(board: Control) -> void:
	var before: int = board.game.revision()
	board.hint()
	var wanted: Array = board.canvas.ready_tiles.duplicate()
	var shown: Dictionary = board.preview()
	board.take_back()
	expect(board.canvas.ready_tiles.is_empty(), "an empty hand")
	if wanted.is_empty():
		board.pass_turn()
	else:
		for tile: Dictionary in wanted:
			pointer(board.canvas, board.canvas.rack_place(tile["index"]), true)
			pointer(board.canvas, board.canvas.place_of(tile["cell"]), false)
			if tile["blank"]:
				choose(board.letters, tile["letter"])
		expect(board.preview() == shown, "the same tiles by pointer")
		expect(shown["legal"] and board.message.text.contains(str(shown["breakdown"]["total"])), "the score")
		var score: int = board.game.state["seats"][0]["score"]
		board.play()
		expect(board.game.state["seats"][0]["score"] >= score + shown["breakdown"]["total"] or board.game.is_over(), "the points")
	await process_frame
	expect(board.game.revision() > before, "a turn")
	expect(board.game.is_over() or board.game.to_move() == 0, "the bot has answered")


func pointer(canvas: Control, at: Vector2, pressed: bool) -> void:
	var event := InputEventMouseButton.new()
	event.button_index = MOUSE_BUTTON_LEFT
	event.pressed = pressed
	event.position = at
	canvas._gui_input(event)


func choose(letters: PopupMenu, letter: String) -> void:
	for index in letters.item_count:
		if letters.get_item_text(index) == letter:
			letters.id_pressed.emit(letters.get_item_id(index))
	letters.hide()
