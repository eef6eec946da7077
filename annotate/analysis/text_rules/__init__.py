"""Rules that texts are checked by, each under a stable code.

:func:`check` is the one implementation: the kinds ask it when an answer is sent, and the browser
asks the server while somebody types. Every rule is a pure function that takes time linear in the
text. What each rule finds is described in ``docs/reference/text-rules.md``.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from annotate.analysis.text_rules import (
    caption_form,
    copies,
    email_addresses,
    fillers,
    numbers,
    street_addresses,
    writing,
)
from annotate.analysis.text_rules.caption_form import (
    BANNED_OPENINGS,
    MIN_WORDS,
    count_caption_words,
)
from annotate.analysis.text_rules.fixes import Budget, Fixer
from annotate.analysis.text_rules.model import (
    LEVELS,
    Finding,
    Fix,
    Level,
    Reading,
    Rule,
    Severity,
)

__all__ = [
    "BANNED_OPENINGS",
    "CAPTION_FORM",
    "CODES",
    "COPIES",
    "LEVELS",
    "MAX_FINDINGS",
    "MIN_WORDS",
    "PERSONAL_DATA",
    "RULES",
    "WRITING",
    "Budget",
    "Finding",
    "Fix",
    "Level",
    "Rule",
    "Severity",
    "check",
    "count_caption_words",
]

# Of each rule: nobody reads more, and a hostile text must not make a huge answer.
MAX_FINDINGS = 50

RULES: Mapping[str, Rule] = {
    rule.code: rule
    for rule in (
        Rule("too_few_words", "caption form", caption_form.too_few_words),
        Rule("several_sentences", "caption form", caption_form.several_sentences),
        Rule("banned_opening", "caption form", caption_form.banned_opening),
        Rule("filler_phrase", "writing", fillers.filler_phrase),
        Rule("summary_opening", "writing", writing.summary_opening),
        Rule("subjective_word", "writing", writing.subjective_word),
        Rule("guess_about_person", "writing", writing.guess_about_person),
        Rule("repeated_sentence", "writing", writing.repeated_sentence),
        Rule("doubled_word", "writing", writing.doubled_word),
        Rule("email_address", "personal data", email_addresses.email_address),
        Rule("phone_number", "personal data", numbers.phone_number),
        Rule("personal_number", "personal data", numbers.personal_number),
        Rule("street_address", "personal data", street_addresses.street_address),
        Rule("pasted_instruction", "copies", copies.pasted_instruction),
        Rule("near_duplicate", "copies", copies.near_duplicate),
    )
}
CODES = tuple(RULES)
CAPTION_FORM = tuple(code for code in CODES if RULES[code].group == "caption form")
WRITING = tuple(code for code in CODES if RULES[code].group == "writing")
PERSONAL_DATA = tuple(code for code in CODES if RULES[code].group == "personal data")
COPIES = tuple(code for code in CODES if RULES[code].group == "copies")

_BESIDE_OTHERS = frozenset({"near_duplicate"})
_ALONE = frozenset(CODES) - _BESIDE_OTHERS

_SEVERITIES: Mapping[Level, Severity] = {"advise": "advice", "block": "error"}

# Longer texts are read anew each time: what is remembered takes a megabyte or two.
_REMEMBERED_CHARACTERS = 1_000
_Active = tuple[tuple[str, Severity], ...]


class _Yardstick(NamedTuple):
    """What a text is measured by beside other texts of its author."""

    min_words: int
    banned_openings: tuple[str, ...]
    instructions: tuple[str, ...]


def check(
    text: str,
    *,
    rules: Mapping[str, Level],
    min_words: int = MIN_WORDS,
    banned_openings: Sequence[str] = BANNED_OPENINGS,
    instructions: Sequence[str] = (),
    earlier: Sequence[str] = (),
    budget: Budget | None = None,
) -> list[Finding]:
    """Return where ``text`` breaks a rule, in the order of the text.

    ``rules`` gives a level by code: "off", "advise" or "block"; a code it leaves out is off.
    ``instructions`` is what the person was told, ``earlier`` what they gave for other images. At
    most ``MAX_FINDINGS`` places are returned per rule. Where a place is an error already, advice
    about the same place is left out. Texts of one answer share the ``budget`` of their fixes.
    Raises ValueError for an unknown code or level.

    >>> [(f.code, f.severity, f.span) for f in check("This is a cup.", rules={
    ...     "too_few_words": "block", "banned_opening": "block", "filler_phrase": "advise"})]
    [('banned_opening', 'error', (0, 7)), ('too_few_words', 'error', (0, 14))]
    """
    active = _active(tuple(rules.items()))
    by = _Yardstick(min_words, tuple(banned_openings), _kept_once(tuple(instructions)))
    reading = Reading(text, *by, earlier=earlier)
    findings = [*_found_alone(text, active, by), *_found(reading, active, _BESIDE_OTHERS)]
    if not findings:
        return []
    openings = [f.span for f in findings if f.code == "banned_opening" and f.severity == "error"]
    kept = [f for f in findings if f.severity == "error" or not _overlaps(f.span, openings)]
    kept.sort(key=lambda finding: (*finding.span, CODES.index(finding.code)))
    asked_again = [code for code, severity in active if severity == "error" and code not in COPIES]
    if "summary_opening" in dict(active):  # a shorter first sentence may no longer sum up
        asked_again = sorted({*asked_again, "summary_opening"}, key=CODES.index)
    fixer = Fixer(
        reading,
        [RULES[code] for code in asked_again],
        [RULES[code] for code, _ in active],
        budget or Budget(),
    )
    return [replace(f, fix=fixer.fix_of(RULES[f.code], f.span)) for f in kept]


def _found_alone(text: str, active: _Active, by: _Yardstick) -> tuple[Finding, ...]:
    """What is found by reading none of the author's other texts.

    While somebody works on one text of many, the others are asked about again and again.
    """
    if len(text) > _REMEMBERED_CHARACTERS:
        return tuple(_found(Reading(text, *by), active, _ALONE))
    return _remembered(text, active, by)


@lru_cache(maxsize=1024)
def _remembered(text: str, active: _Active, by: _Yardstick) -> tuple[Finding, ...]:
    return tuple(_found(Reading(text, *by), active, _ALONE))


@lru_cache(maxsize=64)
def _kept_once(instructions: tuple[str, ...]) -> tuple[str, ...]:
    """The same object for the same words: they are long, and come anew with each request."""
    return instructions


def _found(reading: Reading, active: _Active, among: Collection[str]) -> Iterator[Finding]:
    for code, severity in active:
        if code in among:
            for match in islice(RULES[code].find(reading), MAX_FINDINGS):
                yield Finding(code, severity, match.message, match.span)


@lru_cache(maxsize=256)
def _active(rules: tuple[tuple[str, Level], ...]) -> _Active:
    levels = dict(rules)
    if unknown := [code for code in levels if code not in RULES]:
        raise ValueError(f"There is no rule {unknown[0]!r}; there are {', '.join(CODES)}.")
    if wrong := [level for level in levels.values() if level not in LEVELS]:
        raise ValueError(f"{wrong[0]!r} is no level; there are {', '.join(LEVELS)}.")
    asked = ((code, levels.get(code, "off")) for code in CODES)
    return tuple((code, _SEVERITIES[level]) for code, level in asked if level != "off")


def _overlaps(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)
