"""How what is sent and answered is written down: types as words, fields as tables."""

from collections.abc import Iterable, Iterator

from docs.site.api_schema import REFERENCE, SHARED, Api, Node, place

# What a value may be, by the key of the schema that says so.
LIMITS = {
    "minimum": "at least {}",
    "exclusiveMinimum": "more than {}",
    "maximum": "at most {}",
    "exclusiveMaximum": "less than {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} of them",
    "maxItems": "at most {} of them",
    "pattern": "matches `{}`",
}
# Of the database, not of the thing: true of every number and told by none.
LARGEST = 2**63 - 1
Field = tuple[str, bool, Node]


class Types:
    """Names types on one page of the reference, with links to where they are described."""

    def __init__(self, api: Api, topic: str) -> None:
        self.api = api
        self.topic = topic

    def name(self, schema: Node) -> str:
        """Return what a value is, in words."""
        if "$ref" in schema:
            return self.link(schema["$ref"].removeprefix(REFERENCE))
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return " or ".join(dict.fromkeys(self.name(each) for each in schema[key]))
        if "const" in schema:
            return f"`{schema['const']}`"
        if "enum" in schema:
            return " or ".join(f"`{value}`" for value in schema["enum"])
        return self.plain(schema)

    def plain(self, schema: Node) -> str:
        kind = schema.get("type", "any")
        if isinstance(kind, list):
            return " or ".join(kind)
        if kind == "array":
            return f"list of {self.name(schema.get('items', {}))}"
        values = schema.get("additionalProperties")
        if kind == "object" and isinstance(values, dict):
            return f"object of {self.name(values)}"
        form = schema.get("format") or schema.get("contentMediaType")
        return f"{kind} ({form})" if form else str(kind)

    def link(self, name: str) -> str:
        home = self.api.home.get(name, SHARED)
        page = "" if home == self.topic else place(home).rpartition("/")[2]
        return f"[{name}]({page}#{name})"

    def fields(self, schema: Node) -> Iterator[str]:
        """Yield the table of an object's fields."""
        return self.table(flat(schema))

    def table(self, fields: Iterable[Field]) -> Iterator[str]:
        yield "| name | type | |\n|---|---|---|"
        for name, required, schema in fields:
            words = "; ".join(self.notes(required, schema))
            yield f"| `{name}` | {cell(self.name(schema))} | {cell(words)} |"
        yield ""

    def notes(self, required: bool, schema: Node) -> Iterator[str]:
        """Yield what is to be known about a field besides its type."""
        if required:
            yield "required"
        if schema.get("default") is not None:
            yield f"default `{schema['default']}`"
        for part in [schema, *schema.get("anyOf", [])]:
            for key, words in LIMITS.items():
                if part.get(key) not in (None, 0, LARGEST):
                    yield words.format(part[key])
        if schema.get("description"):
            yield schema["description"]


def flat(schema: Node, before: str = "") -> Iterator[Field]:
    """Yield the fields of an object, and of objects that are written out within it."""
    for name, field in schema["properties"].items():
        yield before + name, name in schema.get("required", ()), field
        inner = field.get("items", field)
        if "properties" in inner:
            yield from flat(inner, f"{before}{name}{'[]' if inner is not field else ''}.")


def cell(words: str) -> str:
    """Return words that fit into a cell of a table.

    >>> cell("one | two")
    'one \\\\| two'
    """
    return " ".join(words.split()).replace("|", "\\|")
