## Times the frames of a file, in microseconds of processor time, one a line:
## godot --headless --script tests/speed.gd -- IN
extends "res://tests/trial.gd"


func run() -> void:
	var engine := TilewrightEngine.new()
	var input := FileAccess.open(OS.get_cmdline_user_args()[0], FileAccess.READ)
	while input.get_position() < input.get_length():
		var length := input.get_32()
		var request := input.get_buffer(length)
		time(engine, request, 3)
		var rounds := 1
		while time(engine, request, rounds) < 2e5 and rounds < 1 << 20:
			rounds *= 2
		var least := INF
		for batch in 5:
			least = minf(least, time(engine, request, rounds) / rounds)
		print("%.3f" % least)
	finished = true


func time(engine: TilewrightEngine, request: PackedByteArray, rounds: int) -> float:
	var start := now()
	for round in rounds:
		engine.handle(request)
	return now() - start


## Processor time of this thread, in microseconds.
func now() -> float:
	var file := FileAccess.open("/proc/thread-self/schedstat", FileAccess.READ)
	return int(file.get_line().split(" ")[0]) / 1e3
