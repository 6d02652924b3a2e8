## The engine: variants, word lists, and answers to every message of the protocol.
##
## It keeps nothing of any game and may be used by several threads at once. `handle` takes the
## bytes or the text of a request and gives the bytes of the response, or a status if the call
## could not be made; `ask` does the same with dictionaries.
class_name TilewrightEngine
extends TilewrightNative


## Makes a call, e.g. `{"op": "variants"}`. The answer, or a dictionary with `error` alone: its
## code, its message and every broken rule.
func ask(question: Dictionary) -> Dictionary:
	return answer_of(respond(TilewrightJson.write(question)))


## The same with the text of a call: the bytes of the response, or a status.
func respond(question: String) -> Variant:
	return handle("{\"v\":1,\"call\":" + question + "}")


## What a response says, as `ask` gives it.
static func answer_of(response: Variant) -> Dictionary:
	if not response is PackedByteArray:
		return {"error": {"code": "call", "message": TilewrightNative.status_text(response)}}
	var said: Variant = TilewrightJson.read(response.get_string_from_utf8())
	if said is Dictionary and said.has("answer"):
		return said["answer"]
	if said is Dictionary and said.has("error"):
		return {"error": said["error"]}
	return {"error": {"code": "call", "message": "the response cannot be read"}}


## The bundled variants, with their names and what is special about them.
func variants() -> Array:
	return ask({"op": "variants"}).get("variants", [])


## Everything about a variant: cells, lines, tiles, premiums, rules, plugins and how to draw it.
## It is an id, or `{"toml": ...}`.
func variant(source: Variant) -> Dictionary:
	return ask({"op": "variant", "variant": variant_source(source)})


## A variant as messages name it.
static func variant_source(source: Variant) -> Variant:
	return source if source is Dictionary else {"shipped": str(source)}


## Adds the word list in a file: text with one word a line, or a packed list.
func load_lexicon(id: String, path: String) -> Error:
	var file := FileAccess.open(path, FileAccess.READ)
	if file == null:
		return FileAccess.get_open_error()
	var status: int = add_lexicon(id, file.get_buffer(file.get_length()))
	return OK if status == 0 else ERR_INVALID_DATA
