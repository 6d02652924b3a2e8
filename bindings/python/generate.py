"""Makes python/tilewright/protocol.py, the types of all messages, from the JSON Schema.

    python3 generate.py            writes the file
    python3 generate.py --check    only says whether it is what would be written
"""

from __future__ import annotations

import json
import keyword
import sys
import textwrap
from pathlib import Path
from typing import Any, Dict, List

HERE = Path(__file__).resolve().parent
SCHEMA = HERE.parent.parent / "crates/protocol/generated/protocol.schema.json"
TARGET = HERE / "python/tilewright/protocol.py"
HEAD = '''"""The messages of the engine as types.

Made from the JSON Schema by `python3 bindings/python/generate.py`. @generated
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Tuple, TypedDict, Union

'''
#: What programs send and get; everything else is a part of these.
ROOTS = ("Request", "Response")

Schema = Dict[str, Any]


def camel(text: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in text.split("_"))


class Writer:
    """Writes definitions, and those that they need, in the order in which they are met."""

    def __init__(self, definitions: Dict[str, Schema]) -> None:
        self.definitions = definitions
        self.wanted: List[str] = list(ROOTS)
        self.out: List[str] = []

    def run(self) -> str:
        for name in self.wanted:  # grows meanwhile
            schema = self.definitions[name]
            if "properties" in schema and "oneOf" not in schema:
                self.object(name, schema)
            else:
                note = "".join(f"#: {line}\n" for line in schema.get("description", "").splitlines())
                kind = self.type(name, schema)
                # A name in quotes alone would be a text, not a type.
                kind = f"Union[{kind}]" if "$ref" in schema else kind
                self.out.append(f"{note}{name} = {kind}\n")
        return HEAD + "\n".join(self.out)

    def type(self, name: str, schema: Any) -> str:
        """The type of a schema; objects without a name get this one."""
        if not isinstance(schema, dict) or not schema:
            return "Any"
        if "$ref" in schema:
            target = schema["$ref"].rsplit("/", 1)[1]
            if target not in self.wanted:
                self.wanted.append(target)
            return f'"{target}"'
        for key in ("oneOf", "anyOf"):
            if key in schema:
                return self.union(name, schema[key], schema)
        if "const" in schema:
            return f"Literal[{json.dumps(schema['const'])}]"
        if "enum" in schema:
            return f"Literal[{', '.join(json.dumps(value) for value in schema['enum'])}]"
        if "properties" in schema:
            self.object(name, schema)
            return f'"{name}"'
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        found = [self.plain(name, kind, schema) for kind in kinds if kind != "null"]
        text = "Any" if not found else found[0] if len(found) == 1 else f"Union[{', '.join(found)}]"
        return f"Optional[{text}]" if "null" in kinds else text

    def plain(self, name: str, kind: str, schema: Schema) -> str:
        if kind == "array":
            if "prefixItems" in schema:
                items = [self.type(f"{name}{index}", item) for index, item in enumerate(schema["prefixItems"])]
                return f"Tuple[{', '.join(items)}]"
            return f"List[{self.type(name + 'Item', schema.get('items'))}]"
        if kind == "object":
            return f"Dict[str, {self.type(name + 'Value', schema.get('additionalProperties') or {})}]"
        return {"integer": "int", "number": "float", "string": "str", "boolean": "bool"}[kind]

    def union(self, name: str, options: List[Schema], around: Schema) -> str:
        found: List[str] = []
        optional = False
        for option in options:
            if option.get("type") == "null":
                optional = True
                continue
            if "oneOf" in option and "properties" in option:
                # One of several, with more members that all of them have.
                parts = [{**part, **merged(part, option)} for part in option["oneOf"]]
                found.extend(self.type(option_name(name, part), part) for part in parts)
            elif "$ref" in option and "properties" in option:
                target = self.definitions[option["$ref"].rsplit("/", 1)[1]]
                parts = [{**part, **merged(part, option)} for part in target.get("oneOf", [target])]
                found.extend(self.type(option_name(name, part, option), part) for part in parts)
            else:
                found.append(self.type(option_name(name, option), option))
        text = found[0] if len(found) == 1 else f"Union[{', '.join(found)}]"
        return f"Optional[{text}]" if optional else text

    def object(self, name: str, schema: Schema) -> None:
        required = set(schema.get("required", []))
        members = {key: (self.type(name + camel(key), value), value) for key, value in schema["properties"].items()}
        needed = {key: value for key, value in members.items() if key in required}
        others = {key: value for key, value in members.items() if key not in required}
        note = schema.get("description", "")
        if needed and others:
            self.fields("_" + name, "TypedDict", needed, "")
            self.fields(name, f"_{name}", others, note, total=False)
        else:
            self.fields(name, "TypedDict", members, note, total=bool(needed) or not others)

    def fields(self, name: str, base: str, members: Dict[str, Any], note: str, *, total: bool = True) -> None:
        if any(keyword.iskeyword(key) for key in members):
            # Such members can only be named in the other way to write this.
            plain = "".join(f'"{key}": {json.dumps(quoteless(text))}, ' for key, (text, _) in members.items())
            alone = name if base == "TypedDict" else f"_{name}Words"
            self.out.append(f'{alone} = TypedDict("{alone}", {{{plain.rstrip(", ")}}}, total={total})\n')
            if base != "TypedDict":
                self.out.append(f"\nclass {name}({base}, {alone}):\n{doc(note)}\n")
            return
        head = f"({base})" if total else f"({base}, total=False)"
        lines = [f"\nclass {name}{head}:\n", doc(note)]
        for key, (text, schema) in members.items():
            for line in schema.get("description", "").splitlines() if isinstance(schema, dict) else ():
                lines.append(f"    #: {line}\n".rstrip() + "\n")
            lines.append(f"    {key}: {quoteless(text)}\n")
        if not note and not members:
            lines.append("    pass\n")
        self.out.append("".join(lines))


def quoteless(text: str) -> str:
    """A type where names need no quotes, as nothing is evaluated; literals keep theirs."""
    parts = text.split("Literal[")
    first = parts[0].replace('"', "")
    rest = []
    for part in parts[1:]:
        inside, after = part.split("]", 1)
        rest.append(f"{inside}]{after.replace(chr(34), '')}")
    return "Literal[".join([first, *rest])


def doc(text: str) -> str:
    if not text:
        return ""
    text = text.replace("\\", "\\\\")
    return textwrap.indent(f'"""{text}"""\n', "    ")


def merged(part: Schema, around: Schema) -> Schema:
    properties = {**part.get("properties", {}), **around["properties"]}
    required = [*part.get("required", []), *around.get("required", [])]
    return {"properties": properties, "required": required}


def option_name(name: str, option: Schema, around: Schema = {}) -> str:
    """A name for one of several: after its tag, or its only member."""
    properties = {**option.get("properties", {}), **around.get("properties", {})}
    for tag in ("type", "op"):
        if "const" in properties.get(tag, {}):
            rest = [key for key in option.get("required", []) if key not in (tag, "type")]
            more = camel(rest[0]) if properties[tag]["const"] == "words" and name == "Answer" else ""
            return name + camel(properties[tag]["const"]) + more
    return name + camel(option["required"][0]) if option.get("required") else name


def text() -> str:
    definitions = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]
    return Writer(definitions).run()


def main() -> int:
    made = text()
    if sys.argv[1:] == ["--check"]:
        same = TARGET.exists() and TARGET.read_text(encoding="utf-8") == made
        print("the types are those of the schema" if same else "the types are old: run generate.py")
        return 0 if same else 1
    TARGET.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
