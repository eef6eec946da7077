"""Find the handlers of operations by their ids."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.core.management.base import CommandError
from django.urls import URLPattern, URLResolver, get_resolver

from annotate.core.operations import Declaration
from annotate.core.schemas import Schema

_METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True)
class Found:
    """An operation of the API: its declaration, its handler, and what stands in its address."""

    declared: Declaration
    view: type[Any]
    handler: Callable[..., Any]
    address: tuple[str, ...]

    @property
    def sends_files(self) -> bool:
        """Whether its body holds files, for which there are commands of their own."""
        return any(
            about.get("format") == "binary" or about.get("items", {}).get("format") == "binary"
            for about in properties(self.declared.body).values()
        )


def properties(schema: type[Schema] | None) -> dict[str, dict[str, Any]]:
    """The fields of a body or a query as JSON Schema, references resolved; {} for none."""
    if schema is None:
        return {}
    document = schema.model_json_schema(mode="validation")
    definitions = document.get("$defs", {})
    return {
        name: _resolved(about, definitions)
        for name, about in document.get("properties", {}).items()
    }


def required(schema: type[Schema] | None) -> frozenset[str]:
    if schema is None:
        return frozenset()
    return frozenset(schema.model_json_schema(mode="validation").get("required", []))


def _resolved(about: Mapping[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    """One field without references, and without the alternative of null."""
    choices = [choice for choice in about.get("anyOf", []) if choice.get("type") != "null"]
    if len(choices) == 1:
        kept = {name: value for name, value in about.items() if name != "anyOf"}
        return {**_resolved(choices[0], definitions), **kept}
    if "$ref" in about:
        named = definitions[about["$ref"].rsplit("/", 1)[-1]]
        kept = {name: value for name, value in about.items() if name != "$ref"}
        return {**_resolved(named, definitions), **kept}
    items = about.get("items")
    return {**about, "items": _resolved(items, definitions)} if items else dict(about)


@cache
def operations() -> dict[str, Found]:
    """Every operation of the API by its id."""
    return {each.declared.operation_id: each for each in _operations(get_resolver(), ())}


def find(operation_id: str) -> Found:
    """The operation of this id.

    Raises:
        CommandError: there is none.
    """
    known = operations()
    if operation_id not in known:
        raise CommandError(
            f"There is no operation {operation_id}. `manage.py call` lists them.", returncode=2
        )
    return known[operation_id]


def _operations(resolver: URLResolver, before: tuple[str, ...]) -> Iterator[Found]:
    for each in resolver.url_patterns:
        address = before + tuple(getattr(each.pattern, "converters", {}))
        if isinstance(each, URLPattern):
            view = getattr(each.callback, "view_class", None) or getattr(each.callback, "cls", None)
            for method in _METHODS if view else ():
                handler = getattr(view, method, None)
                declared = getattr(handler, "declared", None)
                if view and handler and declared:
                    yield Found(declared, view, handler, address)
        else:
            yield from _operations(each, address)
