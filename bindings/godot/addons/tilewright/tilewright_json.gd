## Messages as Godot's values and back. Whole numbers stay whole: Godot's own reader makes
## floats of all numbers, and its writer writes them with a point.
class_name TilewrightJson
extends RefCounted

## Floats hold whole numbers up to here.
const MOST_WHOLE := 9007199254740992.0


## Reads a text; null if it is none.
static func read(text: String) -> Variant:
	var reader := JSON.new()
	if reader.parse(text) != OK:
		return null
	return _whole(reader.data)


static func _whole(value: Variant) -> Variant:
	match typeof(value):
		TYPE_FLOAT:
			if is_finite(value) and value == floorf(value) and absf(value) <= MOST_WHOLE:
				return int(value)
		TYPE_ARRAY:
			for index in value.size():
				value[index] = _whole(value[index])
		TYPE_DICTIONARY:
			for key in value:
				value[key] = _whole(value[key])
	return value


## Writes a value; what JSON does not know is null.
static func write(value: Variant) -> String:
	match typeof(value):
		TYPE_BOOL, TYPE_INT:
			return str(value)
		TYPE_FLOAT:
			if not is_finite(value):
				return "null"
			var whole: bool = value == floorf(value) and absf(value) <= MOST_WHOLE
			return str(int(value)) if whole else JSON.stringify(value)
		TYPE_STRING, TYPE_STRING_NAME, TYPE_NODE_PATH:
			return quote(str(value))
		TYPE_ARRAY, TYPE_PACKED_STRING_ARRAY, TYPE_PACKED_INT32_ARRAY, TYPE_PACKED_INT64_ARRAY:
			var items := PackedStringArray()
			for item in value:
				items.append(write(item))
			return "[" + ",".join(items) + "]"
		TYPE_DICTIONARY:
			var members := PackedStringArray()
			for key in value:
				members.append(quote(str(key)) + ":" + write(value[key]))
			return "{" + ",".join(members) + "}"
	return "null"


## A text in quotes.
static func quote(text: String) -> String:
	text = text.replace("\\", "\\\\").replace("\"", "\\\"")
	for code in range(1, 32):
		text = text.replace(char(code), "\\u%04x" % code)
	return "\"" + text + "\""
