## Everything that can be done wrong is answered with a value, alone and from eight threads:
## godot --headless --script tests/misuse.gd
extends "res://tests/trial.gd"

const START := "{\"v\":1,\"call\":{\"op\":\"new\",\"variant\":{\"shipped\":\"hex\"},\"players\":2,\"seed\":{\"number\":5},\"words\":\"free\"}}"
const HANDLE := -1
const NOTHING := -2
const LEXICON := -5


func run() -> void:
	strange_values()
	strange_bytes()
	closed()
	threads()
	finished = true


func strange_values() -> void:
	# Without a type nothing is checked before the call.
	var engine: Variant = TilewrightEngine.new()
	for value in [null, 5, 1.5, true, [], {}, Vector2.ONE, NodePath("x"), engine, START.to_utf16_buffer().to_int32_array()]:
		expect(engine.handle(value) is int and engine.handle(value) == NOTHING, "a status for " + str(value))
		expect(engine.add_lexicon(value, "read") == NOTHING, "a status for a list")
		expect(engine.add_lexicon("x", value) == NOTHING, "a status for a list")
		expect(TilewrightNative.game_text(value) == "", "no game")
		expect(TilewrightNative.status_text(value) != "", "a text")
	expect(engine.call("handle") == NOTHING, "a status for no argument")
	expect(engine.add_lexicon("\u00e9 \n", "read") == LEXICON, "a strange id")
	expect(engine.add_lexicon("x", PackedByteArray([255, 254])) == LEXICON, "a list that is no text")
	expect(TilewrightNative.game_text("{\"v\":1,\"answer\":{\"type\":\"game\",\"game\":}}") == "", "no game")
	expect(TilewrightNative.status_text(1 << 40) == TilewrightNative.status_text(99), "no status")
	expect(TilewrightEngine.answer_of(null)["error"]["code"] == "call", "no response")


func strange_bytes() -> void:
	var engine := TilewrightEngine.new()
	var huge := PackedByteArray()
	huge.resize(10 << 20)
	var whole := START.to_utf8_buffer()
	var hostile := [PackedByteArray(), huge, PackedByteArray([0xff, 0xfe]), whole.slice(0, 40)]
	hostile.append("{\"v\":1,\"id\":\"".to_utf8_buffer() + PackedByteArray([0xc3, 0x28]) + "\"}".to_utf8_buffer())
	for bytes: PackedByteArray in hostile:
		var answer := TilewrightEngine.answer_of(engine.handle(bytes))
		expect(answer["error"]["message"] != "", "an error")
		expect(TilewrightNative.game_text(bytes) == "", "no game")
	expect(huge.size() == 10 << 20 and huge[5] == 0, "the request as it was")
	var game := TilewrightGame.new(engine)
	for text in ["", "null", "{", "\u0001\"\\", "x".repeat(10 << 20)]:
		expect(not game.load_snapshot(text), "a text that is no game")
	expect(not game.play([{"place": null}]) and not game.submit({}), "no move")
	expect(game.view().is_empty() and game.best_move() == {} and game.render_svg() == "", "no game")
	expect(not game.create("cl\"as\u0001sic", 2, 1), "no variant")
	expect(not game.create("classic", -1, 1) and not game.create("classic", 2, -1), "no game")


func closed() -> void:
	var before: int = TilewrightNative.open_handles()
	var engine := TilewrightEngine.new()
	var game := TilewrightGame.new(engine)
	expect(game.create("classic", 2, 1, "free"), "a game")
	expect(TilewrightNative.open_handles() == before + 1, "an open engine")
	expect(engine.close() == 0 and engine.close() == HANDLE, "closed once")
	# The place is taken by another engine, which the old one does not get to see.
	var next := TilewrightEngine.new()
	expect(engine.handle(START) is int and engine.handle(START) == HANDLE, "no answer")
	expect(engine.add_lexicon("x", "read") == HANDLE, "no list")
	expect(next.handle(START) is PackedByteArray, "an answer")
	expect(not game.pass_turn() and game.error["message"].contains("freed"), "an error")
	engine = null
	game = null
	expect(next.handle(START) is PackedByteArray, "an answer still")
	next = null
	expect(TilewrightNative.open_handles() == before, "nothing left open")


func threads() -> void:
	var engine := TilewrightEngine.new()
	var workers: Array[Thread] = []
	for index in 8:
		workers.append(Thread.new())
		workers[index].start(ask_often.bind(engine))
	var said := {}
	for worker in workers:
		said[worker.wait_to_finish()] = true
	expect(said.size() == 1 and said.keys()[0].length() > 100, "one answer for all threads")
	# One closes the engine while seven ask: each call has an answer or says that it was too late.
	for index in 8:
		workers[index] = Thread.new()
		workers[index].start(close_soon.bind(engine) if index == 7 else ask_until_closed.bind(engine))
	for worker in workers:
		expect(worker.wait_to_finish(), "an answer or a status")


func ask_often(engine: TilewrightEngine) -> String:
	var game := TilewrightGame.new(engine)
	var texts := {}
	for round in 5:
		game.create("hex", 2, 5, "free")
		game.pass_turn()
		texts[game.snapshot()] = true
	return texts.keys()[0] if texts.size() == 1 else "different answers"


func ask_until_closed(engine: TilewrightEngine) -> bool:
	for round in 10000:
		var response: Variant = engine.handle(START)
		if response is int:
			return response == HANDLE
	return false


func close_soon(engine: TilewrightEngine) -> bool:
	OS.delay_msec(30)
	return engine.close() == 0
