## Answers the frames of a file: godot --headless --script tests/frames.gd -- IN OUT
extends "res://tests/trial.gd"


func run() -> void:
	var arguments := OS.get_cmdline_user_args()
	var input := FileAccess.open(arguments[0], FileAccess.READ)
	var output := FileAccess.open(arguments[1], FileAccess.WRITE)
	var engine := TilewrightEngine.new()
	var count := 0
	while input.get_position() < input.get_length():
		var length := input.get_32()
		var response: PackedByteArray = engine.handle(input.get_buffer(length))
		output.store_32(response.size())
		output.store_buffer(response)
		count += 1
	output.close()
	print(count, " frames answered")
	finished = true
