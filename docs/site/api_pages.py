"""The reference of the HTTP API as Markdown pages, made when the site is built."""

from collections.abc import Iterator

from docs.site.api_schema import PREFIX, SHARED, Api, Node, Operation, place
from docs.site.api_types import Types

PERMISSIONS = "../permissions.md"
ERRORS = "../api.md#errors"
# Whose operations others are told of that they may not use; all else is not there for them.
TOLD = {"lead", "reader", "worker", "unblocked", "maker", "admin"}

INTRODUCTION = f"""For whoever writes a script. Addresses begin with `{PREFIX}`.
[Scripts](../api.md) explains tokens, lists in pages, jobs and errors,
[Who may do what]({PERMISSIONS}) the words for people.
"""


def pages(api: Api) -> Iterator[tuple[str, str, str]]:
    """Yield title, place and Markdown of each page."""
    for topic in api.topics():
        yield topic, place(topic), "\n".join(page(api, topic))
    yield SHARED, place(SHARED), "\n".join(shared(api))


def page(api: Api, topic: str) -> Iterator[str]:
    """Yield the lines of a page: its operations, then what they send and answer."""
    types = Types(api, topic)
    operations = api.of(topic)
    yield f"# {topic}\n"
    yield INTRODUCTION
    yield "| operation | method | address | who |\n|---|---|---|---|"
    for each in operations:
        yield f"| [{each.id}](#{each.id}) | `{each.method}` | `{each.address}` | {each.who} |"
    for each in operations:
        yield from operation(types, each)
    yield from data(types, sorted(name for name, home in api.home.items() if home == topic))


def shared(api: Api) -> Iterator[str]:
    """Yield the lines of the page of what several others send or answer."""
    yield f"# {SHARED}\n"
    yield "What operations of more than one page send or answer.\n"
    names = sorted(name for name, home in api.home.items() if home == SHARED)
    yield from data(Types(api, SHARED), names)


def operation(types: Types, each: Operation) -> Iterator[str]:
    yield f"\n## `{each.method}` {each.address} {{ #{each.id} }}\n"
    if each.node.get("description"):
        yield each.node["description"] + "\n"
    yield f"Operation `{each.id}`, for: [{each.who}]({PERMISSIONS}).\n"
    yield from parameters(types, each)
    yield from body(types, each)
    yield from answers(types, each)


def parameters(types: Types, each: Operation) -> Iterator[str]:
    for where, title in (
        ("path", "In the address"),
        ("query", "As query"),
        ("header", "As header"),
    ):
        found = [one for one in each.node.get("parameters", []) if one["in"] == where]
        if found:
            yield f"**{title}**\n"
            yield from types.table(
                (one["name"], one.get("required", False), described(one)) for one in found
            )


def described(parameter: Node) -> Node:
    """Return the schema of a parameter with what is said beside it."""
    words = parameter.get("description")
    return {**parameter["schema"], "description": words} if words else dict(parameter["schema"])


def body(types: Types, each: Operation) -> Iterator[str]:
    if each.body:
        kind, schema = each.body
        yield f"**Body** (`{kind}`): {types.name(schema)}\n"


def answers(types: Types, each: Operation) -> Iterator[str]:
    yield "**Answers**\n"
    for status, answer in each.node["responses"].items():
        if status != "default":
            found = [
                f"{types.name(content['schema'])} (`{kind}`)"
                for kind, content in answer.get("content", {}).items()
            ]
            yield f"- `{status}`: {' or '.join(found) or 'nothing more'}"
    for refusal in refusals(each):
        yield f"- {refusal}"
    yield f"- whatever else is refused: [in the one shape of errors]({ERRORS})\n"


def refusals(each: Operation) -> Iterator[str]:
    """Yield how the operation says no, as far as its shape tells."""
    if each.who != "public":
        yield "`401` without a session or a token that holds"
    if each.who in TOLD:
        yield "`403` to others who may know of it"
    if "{" in each.address:
        yield "`404` where there is nothing, or nothing for you"
    if each.body or any(one["in"] == "query" for one in each.node.get("parameters", [])):
        yield "`422` with the fields that are wrong"


def data(types: Types, names: list[str]) -> Iterator[str]:
    """Yield what is sent and answered, each under a heading of its own."""
    if names:
        yield "\n## Data { #data }\n"
    for name in names:
        schema = types.api.schemas[name]
        yield f"\n### {name} {{ #{name} }}\n"
        if schema.get("description"):
            yield schema["description"] + "\n"
        if schema.get("properties"):
            yield from types.fields(schema)
        else:
            yield types.name({k: v for k, v in schema.items() if k != "description"}) + "\n"
