"""Rules that texts are checked by, each under a stable code.

:func:`check` is the one implementation: the kinds ask it when an answer is sent, and the browser
asks the server while somebody types. Every rule is a pure function that takes time linear in the
text. What each rule finds is described in ``docs/reference/text-rules.md``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice

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

_SEVERITIES: Mapping[Level, Severity] = {"advise": "advice", "block": "error"}


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
    reading = Reading(
        text=text,
        min_words=min_words,
        banned_openings=banned_openings,
        instructions=instructions,
        earlier=earlier,
    )
    active = dict(_active(rules))
    findings = [
        Finding(code, severity, match.message, match.span)
        for code, severity in active.items()
        for match in islice(RULES[code].find(reading), MAX_FINDINGS)
    ]
    openings = [f.span for f in findings if f.code == "banned_opening" and f.severity == "error"]
    kept = [f for f in findings if f.severity == "error" or not _overlaps(f.span, openings)]
    kept.sort(key=lambda finding: (*finding.span, CODES.index(finding.code)))
    asked_again = [code for code in active if active[code] == "error" and code not in COPIES]
    if "summary_opening" in active:  # a shorter first sentence may no longer sum up
        asked_again = sorted({*asked_again, "summary_opening"}, key=CODES.index)
    fixer = Fixer(
        reading,
        [RULES[code] for code in asked_again],
        [RULES[code] for code in active],
        budget or Budget(),
    )
    return [replace(f, fix=fixer.fix_of(RULES[f.code], f.span)) for f in kept]


def _active(rules: Mapping[str, Level]) -> Iterable[tuple[str, Severity]]:
    unknown = [code for code in rules if code not in RULES]
    if unknown:
        raise ValueError(f"There is no rule {unknown[0]!r}; there are {', '.join(CODES)}.")
    for code in CODES:
        level = rules.get(code, "off")
        if level not in LEVELS:
            raise ValueError(f"{level!r} is no level; there are {', '.join(LEVELS)}.")
        if level != "off":
            yield code, _SEVERITIES[level]


def _overlaps(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)
