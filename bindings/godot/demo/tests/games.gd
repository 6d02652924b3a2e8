## A whole game with its signals, and the demo's scene: godot --headless --script tests/games.gd
extends SceneTree

var seen := {"happened": 0, "scored": 0, "stack_changed": 0, "ended": 0, "refused": 0}
var highest := 0


func expect(condition: bool, what: String) -> void:
	if not condition:
		printerr("expected: ", what)
		quit(1)


func _initialize() -> void:
	var small := {"shipped": "en_test_small"}
	var game = ClassDB.instantiate("TilewrightGame")
	root.add_child(game)
	game.happened.connect(func(_event): seen["happened"] += 1)
	game.scored.connect(func(_seat, account): seen["scored"] += int(account["words"].size() > 0))
	game.ended.connect(func(_result): seen["ended"] += 1)
	game.refused.connect(func(_error): seen["refused"] += 1)
	game.stack_changed.connect(func(cell, height):
		seen["stack_changed"] += 1
		highest = maxi(highest, height)
		expect(game.height(cell) == height, "the height of " + cell))
	expect(not game.start("nope", 2, 1, null) and seen["refused"] == 1, "a refusal")
	expect(game.start("stacking", 2, 3, small), "a game")
	for turn in 300:
		if game.state().get("result") != null:
			break
		if turn % 5 == 0 and game.moves(1)["moves"].size() > 0:
			var found = game.moves(1)["moves"][0]
			expect(game.preview(found["move"]["actions"])["breakdown"]["total"] == found["score"], "the score")
		expect(game.submit(game.best("strong")), "a legal command")
	expect(seen["ended"] == 1 and seen["scored"] > 3 and highest > 1, str(seen))
	var saved: String = game.save()
	expect(game.undo() and game.redo() and game.save() == saved, "the same game after undo and redo")
	expect(game.restore(saved) and not game.restore("{}") and game.save() == saved, "a restored game")
	expect(str(game.ask("render", {})["svg"]).begins_with("<svg"), "a picture")
	game.queue_free()

	var scene = load("res://board.tscn").instantiate()
	scene.words = small
	root.add_child(scene)
	await process_frame
	var before: int = scene.game.state()["revision"]
	var found = scene.game.moves(1)["moves"]
	expect(found.size() > 0, "a move on the demo's board")
	for action in found[0]["move"]["actions"]:
		var part: Dictionary = action.values()[0]
		var cell: String = part.get("cell", "%s,%s" % [part.get("x"), part.get("y")])
		scene.lay(cell, scene.rack.find(part["kind_id"]))
	scene.play()
	await process_frame
	expect(scene.game.state()["revision"] > before, "a move was made and answered")
	print("all is well: ", seen)
	quit(0)
