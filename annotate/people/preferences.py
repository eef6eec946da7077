"""How one person wants the pages to be: their language, and which key does what."""

import re
import unicodedata
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, ConfigDict, Field, ValidationError

from annotate.core.schemas import Changes, Schema
from annotate.messages import Message

# More than all workbenches have together, yet bounded: they are sent with every sign-in.
MOST_COMMANDS = 200
MOST_COMBINATIONS = 16

_COMMAND = re.compile(r"[a-z][a-z0-9_]{0,39}")
# Modifiers in one order only, so that two combinations are the same if their texts are.
_COMBINATION = re.compile(r"(?:mod\+)?(?:alt\+)?(?:shift\+)?(?P<key>.+)", re.DOTALL)
_NAMED_KEYS = frozenset(
    [
        *("Enter", "Escape", "Space", "Tab", "Backspace", "Delete", "Insert"),
        *("Home", "End", "PageUp", "PageDown"),
        *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"),
        *(f"F{number}" for number in range(1, 13)),
    ]
)


def _command_id(text: str) -> str:
    if not _COMMAND.fullmatch(text):
        raise ValueError(Message("unknown_command"))
    return text


def _combination(text: str) -> str:
    """Refuse what no keyboard can send: only ever a name out of a list, or one visible sign.

    >>> _combination("mod+shift+z"), _combination("+"), _combination("alt+ArrowUp")
    ('mod+shift+z', '+', 'alt+ArrowUp')
    """
    matched = _COMBINATION.fullmatch(text)
    if not matched or not (matched["key"] in _NAMED_KEYS or _is_sign(matched["key"])):
        raise ValueError(Message("not_a_key_combination"))
    return text


def _is_sign(key: str) -> bool:
    return len(key) == 1 and key == key.lower() and unicodedata.category(key)[0] in "LNPS"


CommandId = Annotated[str, AfterValidator(_command_id)]
Combination = Annotated[str, AfterValidator(_combination)]
Combinations = Annotated[list[Combination], Field(max_length=MOST_COMBINATIONS)]
Language = Literal["", "en", "de"]


class Preferences(Schema):
    """What a person chose; the defaults choose nothing.

    ``language`` is empty where the browser's own counts. ``keys`` has only the commands whose keys
    were changed; an empty list leaves a command without any.
    """

    model_config = ConfigDict(strict=True)

    language: Language = ""
    # Keys that also type a character must be possible to turn off (WCAG 2.2, 2.1.4).
    single_keys: bool = True
    keys: Annotated[dict[CommandId, Combinations], Field(max_length=MOST_COMMANDS)] = {}


def read(stored: object) -> Preferences:
    """What is stored; the defaults where an earlier release stored something else."""
    try:
        return Preferences.model_validate(stored)
    except ValidationError:
        return Preferences()


class PreferenceChanges(Changes):
    """What is left out stays as it is; ``keys`` are replaced as a whole."""

    model_config = ConfigDict(strict=True)

    language: Language | None = None
    single_keys: bool | None = None
    keys: Annotated[dict[CommandId, Combinations], Field(max_length=MOST_COMMANDS)] | None = None


def changed(current: Preferences, changes: PreferenceChanges) -> Preferences:
    """The preferences with the fields of ``changes`` that say something in the place of theirs."""
    return current.model_copy(update=changes.model_dump(exclude_none=True))


def language_of(chosen: object, locale: str) -> str:
    """The language in which somebody is written to.

    Args:
        chosen: their stored preferences.
        locale: a language tag, of which the language counts where they chose none.

    >>> language_of({}, "de-AT"), language_of({"language": "en"}, "de-AT"), language_of({}, "")
    ('de', 'en', 'en')
    """
    wishes = (read(chosen).language, locale.partition("-")[0].lower())
    return next((wish for wish in wishes if wish and wish in get_args(Language)), "en")
