"""The arguments and options of an operation on the command line."""

import argparse
import getpass
import inspect
import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.http.response import HttpResponseBase

from annotate.config.operation_commands.found import Found, properties, required
from annotate.people.models import User

# Pages are followed by themselves; `--limit` says how far.
_PAGING = ("cursor", "page_size")
# Texts that may be longer than one wants to type can come from a file.
_LONG = 500
_PLAIN: dict[str, Callable[[str], Any]] = {"string": str, "integer": int, "number": float}


def add_arguments(parser: ArgumentParser, found: Found) -> None:
    """Everything that can be said of an operation, required things first."""
    for name in found.address:
        parser.add_argument(f"address.{name}", metavar=_word(name).upper(), help=_place(name))
    for part, schema in (("body", found.declared.body), ("query", found.declared.query)):
        needed = required(schema)
        for name, about in sorted(
            properties(schema).items(), key=lambda field: field[0] not in needed
        ):
            if part == "body" or name not in _PAGING:
                _add_option(parser, f"{part}.{name}", name, about, is_needed=name in needed)
    if is_paged(found):
        parser.add_argument(
            "--limit", type=int, default=100, help="How many rows at most; 0: all. Default: 100."
        )
    parser.add_argument(
        "--as", dest="actor", metavar="USERNAME", help="Who does it; by default the only admin."
    )
    parser.add_argument("--json", action="store_true", help="Write what the API answers, as JSON.")
    if _answers_a_file(found):
        told = "Where the file goes; without it, to standard output."
        parser.add_argument("--output", metavar="FILE", help=told)


def _answers_a_file(found: Found) -> bool:
    returns = found.declared.returns
    return inspect.isclass(returns) and issubclass(returns, HttpResponseBase)


def is_paged(found: Found) -> bool:
    return "cursor" in properties(found.declared.query)


def values_of(part: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """What was said of the body, the query or the address; what was left out is not in it."""
    prefix = f"{part}."
    return {
        name.removeprefix(prefix): value
        for name, value in options.items()
        if name.startswith(prefix) and value is not None
    }


def _add_option(
    parser: ArgumentParser, place: str, name: str, about: dict[str, Any], *, is_needed: bool
) -> None:
    flag = f"--{name.replace('_', '-')}"
    told = str(about.get("description", "")).replace("%", "%%")
    kind, items = about.get("type"), about.get("items", {})
    if kind == "boolean":
        action = argparse.BooleanOptionalAction
        parser.add_argument(flag, dest=place, action=action, default=None, help=told)
        return
    if kind == "array" and items.get("type") in _PLAIN:
        parser.add_argument(
            flag,
            dest=place,
            nargs="+",
            type=_PLAIN[items["type"]],
            metavar=_metavar(name),
            required=is_needed,
            help=told,
        )
        return
    if kind not in _PLAIN:
        _add_json(parser, place, flag, told, is_needed=is_needed)
        return
    is_long = kind == "string" and "enum" not in about and about.get("maxLength", 0) > _LONG
    if not is_long:
        parser.add_argument(
            flag,
            dest=place,
            type=_READ_SPECIALLY.get(name, _PLAIN[kind]),
            choices=about.get("enum"),
            metavar=None if "enum" in about else _metavar(name),
            required=is_needed,
            help=" ".join(filter(None, (told, _TOLD.get(name)))) or None,
        )
        return
    either = parser.add_mutually_exclusive_group(required=is_needed)
    either.add_argument(flag, dest=place, metavar=_metavar(name), help=told)
    either.add_argument(
        f"{flag}-file", dest=place, type=_text_of, metavar="FILE", help="The same from a file."
    )


def _add_json(parser: ArgumentParser, place: str, flag: str, told: str, *, is_needed: bool) -> None:
    parser.add_argument(
        f"{flag}-json",
        dest=place,
        type=_json_of,
        required=is_needed,
        metavar="JSON",
        help=f"{told} JSON, or @FILE with JSON.".strip(),
    )


def _person(text: str) -> int:
    """The id of somebody who is named by their id or user name."""
    if text.isdecimal():
        return int(text)
    known = User.objects.filter(username=text).values_list("pk", flat=True).first()
    if known is None:
        raise argparse.ArgumentTypeError(f"there is no account {text}")
    return known


def _secret(text: str) -> str:
    return getpass.getpass("Not shown: ") if text == "-" else text


_SEEN = "Others on this machine can see what stands here; - asks for it."
_READ_SPECIALLY = {
    "user": _person,
    "annotator": _person,
    "password": _secret,
    "token": _secret,
}
_TOLD = {
    "user": "A user name or id.",
    "annotator": "A user name or id.",
    "password": _SEEN,
    "token": _SEEN,
}


def _metavar(name: str) -> str:
    return name.upper().replace("_", "-")


def _text_of(path: str) -> str:
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise argparse.ArgumentTypeError(f"{path} cannot be read: {fault}") from None


def _json_of(text: str) -> Any:
    try:
        return json.loads(_text_of(text[1:]) if text.startswith("@") else text)
    except ValueError as fault:
        raise argparse.ArgumentTypeError(f"this is no JSON: {fault}") from None


def _word(name: str) -> str:
    return name.removesuffix("_id").replace("_", "-")


def _place(name: str) -> str:
    known = {
        "project_id": "The project's id or name.",
        "user_id": "The person's user name or id.",
        "member_id": "The member's user name, or the id of the membership.",
    }
    return known.get(name, f"The id of the {_word(name)}." if name.endswith("_id") else "")


def refuse_files(found: Found) -> None:
    """Raises CommandError for an operation that takes files."""
    if found.sends_files:
        raise CommandError(
            "This operation takes files: use `import_images`, `import_answers` or the API.",
            returncode=2,
        )
