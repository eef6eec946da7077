"""What the product says to people: codes with parameters, and catalogues that put them in words.

`Message("not_held", count=3)` is what code raises, returns and stores; its English sentence stands
in `en/<part>.json`, every other language beside it (decision 0052). Plain Python, below all others:
every package may speak.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Union

Parameter = Union[str, int, float, "Message", Sequence[Union[str, "Message"]]]

FOLDER = Path(__file__).parent
_SLOT = re.compile(r"\{\{(\w+)(?:, (\w+))?\}\}")
# How German groups numbers and joins lists; English is as it stands in the code.
_SEPARATORS = str.maketrans(",.", ".,")
_BETWEEN = {"de": {"and": "und", "or": "oder"}}
# What a slot may hold, by its format; a slot without one holds a text.
_TYPES: Mapping[str, tuple[type, ...]] = {
    "": (str,),
    "number": (int, float),
    "percent": (int, float),
    "message": (object,),
    "list": (list, tuple),
    "and": (list, tuple),
    "or": (list, tuple),
}


class Message:
    """One thing to say: a code of the catalogue, and the values for the slots of its sentence.

    Codes are unique over all parts of the catalogue. ``str()`` gives the English sentence, so a
    message may stand wherever a sentence for a log, a command line or a script is wanted.

    Slots are written ``{{name}}`` for a text, ``{{limit, number}}`` and ``{{share, percent}}`` for
    numbers, ``{{names, list}}``, ``{{names, and}}`` and ``{{names, or}}`` for texts in a row,
    ``{{what, message}}`` for another message. Each language groups numbers as it does, so a number
    is a quantity, and an id is a text. A sentence that depends on how many has two entries,
    ``…_one`` and ``…_other``, chosen by the parameter ``count``.

    Raises:
        UnknownMessageError: the code is in no catalogue, or the parameters are not its slots'.

    >>> str(Message("string_too_long", count=1200))
    'Write at most 1,200 characters.'
    """

    __slots__ = ("code", "params")

    def __init__(self, code: str, /, **params: Parameter) -> None:
        self.code = code
        self.params: Mapping[str, Parameter] = params
        _check(code, params)

    def __str__(self) -> str:
        return self.said_in("en")

    def said_in(self, language: str) -> str:
        """The sentence in a language; in English where that has no entry for it.

        >>> Message("string_too_long", count=1200).said_in("de")
        'Schreiben Sie höchstens 1.200 Zeichen.'
        """
        return _filled(_sentence(self.code, self.params, language), self.params, language)

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.params.items())
        return f"Message({self.code!r}{values})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.code, str(self)))

    def remedy(self) -> "Message | None":
        """What to do about it: the entry ``<code>_remedy``, which shares the parameters."""
        code = f"{self.code}_remedy"
        if not exists(code):
            return None
        needed = slots(code)
        return Message(code, **{name: self.params[name] for name in self.params if name in needed})

    def to_json(self) -> dict[str, Any]:
        """The message as plain JSON, for columns and answers; `from_json` takes it back."""
        return {"code": self.code, "params": params_json(self.params)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Message":
        """A message that was stored; ``stored`` is what `to_json` gave."""
        params = {name: _from_json(value) for name, value in stored["params"].items()}
        return cls(stored["code"], **params)


class UnknownMessageError(LookupError):
    """A message is not as its catalogue has it: a fault of the code that says it."""


def params_json(params: Mapping[str, Parameter]) -> dict[str, Any]:
    """Parameters as plain JSON: messages within them are objects with ``code`` and ``params``."""
    return {name: _to_json(value) for name, value in params.items()}


def _to_json(value: Any) -> Any:
    if isinstance(value, Message):
        return value.to_json()
    return [_to_json(part) for part in value] if isinstance(value, list | tuple) else value


def _from_json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return Message.from_json(value)
    return [_from_json(part) for part in value] if isinstance(value, list) else value


@cache
def catalogue(language: str = "en") -> Mapping[str, str]:
    """All entries of a language, by code, from all parts.

    Raises:
        ValueError: two parts have an entry of the same code.
    """
    entries: dict[str, str] = {}
    for part in sorted((FOLDER / language).glob("*.json")):
        read = json.loads(part.read_text(encoding="utf-8"))
        if twice := entries.keys() & read.keys():
            raise ValueError(f"{part.name} repeats {', '.join(sorted(twice))}.")
        entries |= read
    return entries


def exists(code: str) -> bool:
    """Whether a code can be said."""
    return code in catalogue() or f"{code}_other" in catalogue()


@cache
def slots(code: str, language: str = "en") -> Mapping[str, str]:
    """The names of the slots of a sentence, each with its format ("" for a text)."""
    return dict(_slots_of(code, catalogue(language)))


def _slots_of(code: str, entries: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    forms = [entries[form] for form in (code, f"{code}_one", f"{code}_other") if form in entries]
    if not forms:
        raise UnknownMessageError(f"No catalogue has {code!r}.")
    if code not in entries:
        yield "count", "number"
    for form in forms:
        for name, format_ in _SLOT.findall(form):
            if name != "count" or code in entries:
                yield name, format_


def _check(code: str, params: Mapping[str, Parameter]) -> None:
    expected = dict(slots(code))
    remedy = f"{code}_remedy"
    if exists(remedy):
        expected |= slots(remedy)
    if params.keys() != expected.keys():
        raise UnknownMessageError(f"{code!r} has the slots {sorted(expected)}, not {[*params]}.")
    for name, value in params.items():
        if not isinstance(value, _TYPES[expected[name]]):
            raise UnknownMessageError(f"{code!r}: {name} cannot be {value!r}.")


def _sentence(code: str, params: Mapping[str, Parameter], language: str) -> str:
    form = code if code in catalogue() else f"{code}_{'one' if params['count'] == 1 else 'other'}"
    return catalogue(language).get(form) or catalogue()[form]


def _filled(sentence: str, params: Mapping[str, Parameter], language: str) -> str:
    return _SLOT.sub(lambda slot: _written(params[slot[1]], slot[2] or "", language), sentence)


def _written(value: Any, format_: str, language: str) -> str:
    if format_ == "percent":
        return f"{value:.0%}" if language == "en" else f"{value * 100:.0f} %"
    if isinstance(value, int | float):
        return _number(f"{value:,}" if isinstance(value, int) else f"{value:,.6g}", language)
    if isinstance(value, list | tuple):
        texts = [_in(part, language) for part in value]
        if format_ in ("and", "or") and len(texts) > 1:
            word = _BETWEEN.get(language, {}).get(format_, format_)
            return f"{', '.join(texts[:-1])} {word} {texts[-1]}"
        return ", ".join(texts)
    return _in(value, language)


def _in(value: Any, language: str) -> str:
    return value.said_in(language) if isinstance(value, Message) else str(value)


def _number(english: str, language: str) -> str:
    return english if language == "en" else english.translate(_SEPARATORS)
