## What the tests have in common: they end well only if `run` came to its end without a fault.
extends SceneTree

## How long `run` may wait for something, in milliseconds.
var patience := 0
var faults := 0
var finished := false

var _begun := false


func run() -> void:
	pass


func expect(condition: bool, what: String) -> void:
	if not condition:
		faults += 1
		printerr("expected: ", what)


func _process(_delta: float) -> bool:
	if not _begun:
		_begun = true
		run()
	elif finished or Time.get_ticks_msec() > patience:
		if not finished:
			printerr("the test did not come to its end")
		quit(0 if finished and faults == 0 else 1)
	return false
