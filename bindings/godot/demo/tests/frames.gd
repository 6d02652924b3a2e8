## Answers the frames of a file: godot --headless --script tests/frames.gd -- IN OUT
extends SceneTree


func _init() -> void:
	var arguments := OS.get_cmdline_user_args()
	var input := FileAccess.open(arguments[0], FileAccess.READ)
	var output := FileAccess.open(arguments[1], FileAccess.WRITE)
	var engine = ClassDB.instantiate("TilewrightEngine")
	var count := 0
	while input.get_position() < input.get_length():
		var response: PackedByteArray = engine.handle(input.get_buffer(input.get_32()))
		output.store_32(response.size())
		output.store_buffer(response)
		count += 1
	output.close()
	print(count, " frames answered")
	quit(0)
