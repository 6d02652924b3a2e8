## Whole games with their signals, everything a game can do, and memory:
## godot --headless --script tests/games.gd -- GAMES
extends "res://tests/trial.gd"

const SMALL := {"shipped": "en_test_small"}
var seen := {}
var highest := 0


func run() -> void:
	var engine := TilewrightEngine.new()
	whole_game(engine)
	turns(engine)
	every_variant(engine)
	memory(engine, int(OS.get_cmdline_user_args()[0]))
	finished = true


func count(what: String) -> void:
	seen[what] = seen.get(what, 0) + 1


func watched(engine: TilewrightEngine) -> TilewrightGame:
	seen = {}
	highest = 0
	var game := TilewrightGame.new(engine)
	# A game that is held by its own signals would never go.
	var weak: WeakRef = weakref(game)
	game.happened.connect(func(_event): count("happened"))
	game.moved.connect(func(_seat, placements):
		count("moved")
		for tile in placements:
			expect(weak.get_ref().height(tile["cell"]) > 0, "a tile on " + tile["cell"]))
	game.scored.connect(func(_seat, breakdown): count("scored" if breakdown["words"] else "empty"))
	game.stack_changed.connect(func(cell, height):
		count("stack_changed")
		highest = maxi(highest, height)
		expect(weak.get_ref().height(cell) == height, "the height of " + cell))
	game.ended.connect(func(_result): count("ended"))
	game.refused.connect(func(_error): count("refused"))
	return game


func whole_game(engine: TilewrightEngine) -> void:
	var game := watched(engine)
	expect(not game.create("nope") and seen["refused"] == 1 and game.error["code"] == "variant", "a refusal")
	expect(game.create("stacking", 2, 3, SMALL) and game.error.is_empty(), "a game")
	for turn in 300:
		if game.is_over():
			break
		var found := game.moves(1)
		if found["total"] > 0:
			var move: Dictionary = found["moves"][0]
			var preview := game.preview(move["move"]["actions"])
			expect(preview["legal"] and preview["breakdown"]["total"] == move["score"], "the score of a move")
		expect(game.submit(game.best_move("strong"), game.revision()), "a legal command")
	expect(game.is_over() and seen["ended"] == 1 and game.result()["winners"].size() > 0, "an end")
	expect(seen["moved"] > 3 and seen["moved"] == seen["scored"] and highest > 1, str(seen, highest))
	expect(seen["happened"] == game.revision(), "a signal for every event")
	expect(game.events().size() == game.revision(), "all events")
	expect(game.verify()["ok"], "a fair end")
	var saved := game.snapshot()
	expect(game.undo() and game.snapshot() != saved and not game.is_over(), "a step back")
	expect(game.redo() and game.snapshot() == saved and game.is_over(), "the same game again")
	var other := TilewrightGame.new(engine)
	expect(other.load_snapshot(saved) and other.state == game.state, "a loaded game")
	expect(not other.load_snapshot("{}") and other.snapshot() == saved, "a text that is no game")
	expect(game.render_svg().begins_with("<svg"), "a picture")
	expect(not game.pass_turn() and game.error["code"] == "finished", "no move after the end")


func turns(engine: TilewrightEngine) -> void:
	var game := watched(engine)
	expect(game.create("classic", 3, "ab".repeat(32), "free"), "a game of three with free words")
	var rack: Array = game.view(0)["rack"]
	expect(rack.size() == 7 and game.view().get("rack") == null, "tiles for their owner alone")
	expect(game.swap(rack.slice(0, 3)) and game.to_move() == 1, "a swap")
	expect(game.pass_turn() and game.to_move() == 2, "a pass")
	var wrong := [{"place": {"x": 0, "y": 0, "kind_id": "X"}}, {"place": {"x": 2, "y": 1, "kind_id": "E"}}]
	expect(not game.play(wrong) and game.error["violations"].size() > 2, "every broken rule")
	expect(not game.submit(game.best_move(), 1) and game.error["code"] == "stale", "an old revision")
	expect(game.resign() and game.state["seats"][2]["resigned"], "a player who gives up")
	expect(game.gcg().contains("#"), "a file of the game")

	expect(game.create("wordstockt-challenge", 2, 5, {"list": "READ\nDEAR\nA"}), "a list in the request")
	expect(game.create("wordstockt-challenge", 2, 5, "variant"), "the variant's own list")
	rack = game.view(0)["rack"]
	expect(game.moves(1)["total"] > 0 and game.submit(game.best_move("casual")), "a move")
	expect(game.challenge() or game.error["message"] != "", "a challenge is answered")
	expect(engine.add_lexicon("mine", "read\ndear") == 0, "a word list")
	var check := {"op": "words", "variant": {"shipped": "classic"}, "words": {"shipped": "mine"},
		"query": {"check": {"words": ["READ", "ZZZ"]}}}
	var verdicts: Array = engine.ask(check)["verdicts"].map(func(verdict): return verdict["valid"])
	expect(verdicts == [true, false], "the words of that list")
	expect(engine.load_lexicon("none", "res://none.txt") == ERR_FILE_NOT_FOUND, "a file that is not there")


func every_variant(engine: TilewrightEngine) -> void:
	var all := engine.variants()
	expect(all.size() > 30, "many variants")
	for summary: Dictionary in all:
		var details := engine.variant(summary["id"])
		expect(details["cells"].size() == details["drawing"]["cells"].size(), summary["id"])
		var game := TilewrightGame.new(engine)
		var words: Variant = null if summary["playable"] else "free"
		if game.create({"toml": details["toml"]}, summary["players"][0], 9, words):
			expect(game.pass_turn() or game.error["code"] == "rules", summary["id"])
			expect(game.render_svg() != "", summary["id"])
		else:
			expect(game.error["message"].contains("start"), summary["id"] + ": " + game.error["message"])
	expect(engine.variant("plugin-demo")["plugins"].size() > 0, "the plugins of a variant")


func memory(engine: TilewrightEngine, games: int) -> void:
	var before := 0
	for index in games + 300:
		if index == 300:
			before = resident()
		TilewrightGame.new(engine).create("classic", 2, 1, "free")
	var after := resident()
	# Five thousand games that stay take 28 MB.
	expect(after - before < 4 << 20, "no growth")
	expect(TilewrightNative.open_handles() == 1, "one open engine")
	print("%d games: %d kB before, %d kB after" % [games, before >> 10, after >> 10])


## The bytes of memory that the process has.
func resident() -> int:
	var file := FileAccess.open("/proc/self/statm", FileAccess.READ)
	return int(file.get_line().split(" ")[1]) * 4096 if file else 0
