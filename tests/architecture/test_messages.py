"""Every message that is said is in the catalogue of each language, and nothing else is."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import get_args

import pytest

from annotate import messages
from annotate.people import preferences
from tests.architecture.sources import ROOT

LANGUAGES = sorted(path.name for path in messages.FOLDER.iterdir() if (path / "core.json").exists())
OTHERS = [language for language in LANGUAGES if language != "en"]
PARTS = sorted(path.name for path in (messages.FOLDER / "en").glob("*.json"))
# What the client says in the server's place when no answer came.
OF_THE_CLIENT = json.loads((messages.FOLDER / "en" / "client.json").read_text())
_FORM = re.compile(r"_(one|other|remedy)$")


def stem(key: str) -> str:
    """The code that an entry belongs to: without its plural form, without `_remedy`."""
    while _FORM.search(key) and not _is_code(key):
        key = _FORM.sub("", key)
    return key


def _is_code(key: str) -> bool:
    return key in said_codes()


@cache
def trees() -> dict[str, ast.AST]:
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / "annotate").rglob("*.py"))
        if "migrations" not in path.parts
    }


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) == "Message":
            yield node


@cache
def literal_calls() -> list[tuple[str, str, frozenset[str] | None]]:
    """Where a message is made of a literal code: the place, the code, the names of its values.

    The names are None where they are handed on (``**params``).
    """
    found = []
    for path, tree in trees().items():
        for call in _calls(tree):
            code = call.args[0] if call.args else None
            if isinstance(code, ast.Constant) and isinstance(code.value, str):
                names = [keyword.arg for keyword in call.keywords]
                given = None if None in names else frozenset(name for name in names if name)
                found.append((f"{path}:{call.lineno}", code.value, given))
    return found


@cache
def _patterns() -> list[str]:
    """Codes put together from a name, such as ``f"guess_of_{name}"``, as patterns."""
    patterns = []
    for tree in trees().values():
        for call in _calls(tree):
            if call.args and isinstance(call.args[0], ast.JoinedStr):
                parts = call.args[0].values
                patterns.append(
                    "".join(
                        re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+"
                        for part in parts
                    )
                )
    return patterns


@cache
def _texts() -> frozenset[str]:
    """Every word that stands alone as a text in the source: codes in tables and of classes."""
    return frozenset(
        node.value
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"[a-z][a-z0-9_]*", node.value)
    )


@cache
def said_codes() -> frozenset[str]:
    return frozenset({code for _, code, _ in literal_calls()} | _texts() | OF_THE_CLIENT.keys())


def test_people_may_choose_every_language_there_is() -> None:
    field = preferences.Preferences.model_fields["language"]
    assert set(get_args(field.annotation)) == {"", *LANGUAGES}


def test_every_message_that_is_said_has_an_entry_with_just_its_slots() -> None:
    faults = []
    for place, code, given in literal_calls():
        if not messages.exists(code):
            faults.append(f"{place}: no catalogue has {code!r}")
            continue
        slots = set(messages.slots(code))
        remedy = f"{code}_remedy"
        slots |= set(messages.slots(remedy)) if messages.exists(remedy) else set()
        if given is not None and given != slots:
            faults.append(f"{place}: {code!r} has the slots {sorted(slots)}, not {sorted(given)}")
    assert faults == []


def test_every_entry_is_said_by_somebody() -> None:
    unsaid = [
        key
        for key in messages.catalogue()
        if stem(key) not in said_codes()
        and not any(re.fullmatch(pattern, stem(key)) for pattern in _patterns())
    ]
    assert unsaid == []


def test_every_entry_with_forms_has_one_and_other() -> None:
    keys = messages.catalogue().keys()
    alone = [key for key in keys if key.endswith("_one") and f"{key[:-4]}_other" not in keys]
    assert alone == []


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", OTHERS)
def test_other_languages_have_the_entries_of_the_english_one(language: str, part: str) -> None:
    english = json.loads((messages.FOLDER / "en" / part).read_text())
    other = json.loads((messages.FOLDER / language / part).read_text())
    assert sorted(other) == sorted(english)


@pytest.mark.parametrize("language", OTHERS)
def test_other_languages_fill_the_same_slots(language: str) -> None:
    other = messages.catalogue(language)
    slots = re.compile(r"\{\{[^}]*\}\}")
    differ = [
        key
        for key, text in messages.catalogue().items()
        if set(slots.findall(text)) != set(slots.findall(other.get(key, text)))
    ]
    assert differ == []


@pytest.mark.parametrize("language", OTHERS)
def test_other_languages_leave_nothing_in_english(language: str) -> None:
    other = messages.catalogue(language)
    same = [key for key, text in messages.catalogue().items() if " " in text and other[key] == text]
    assert same == []
