"""Text rules in a kind: which there are, at which level, and what they find in an answer."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from pydantic import Field, field_validator

from annotate.analysis import text_rules
from annotate.analysis.text_rules import Level
from annotate.kinds.base import Record, Stimulus
from annotate.kinds.problems import Fix, Problem
from annotate.messages import Message


def levels(**changed: Level) -> Mapping[str, Level]:
    """Return advice on all but the form of captions, with some codes at another level."""
    advised = (*text_rules.WRITING, *text_rules.PERSONAL_DATA, *text_rules.COPIES)
    return {code: changed.get(code, "advise") for code in (*changed, *advised)}


class RuledSettings(Record):
    """Settings of a kind with texts that rules are checked on.

    ``rules`` maps the code of a rule to "off", "advise" or "block". A code that is left out keeps
    the level that the kind gives it, so that a project names only what it wants otherwise.
    """

    DEFAULT_LEVELS: ClassVar[Mapping[str, Level]] = levels()

    rules: dict[str, Level] = Field(default_factory=dict)

    @field_validator("rules")
    @classmethod
    def _known_rules(cls, rules: dict[str, Level]) -> dict[str, Level]:
        known = cls.DEFAULT_LEVELS
        for code in rules:
            if code not in known:
                raise ValueError(Message("unknown_text_rule", rule=code, rules=list(known)))
        return {code: rules.get(code, known[code]) for code in known}


def check_rules(
    texts: Mapping[str, str],
    rules: Mapping[str, Level],
    stimulus: Stimulus,
    *,
    min_words: int = text_rules.MIN_WORDS,
    banned_openings: Sequence[str] = text_rules.BANNED_OPENINGS,
) -> Iterator[Problem]:
    """Yield what the rules find in the texts of an answer, given by their paths.

    Of each rule at most ``MAX_FINDINGS`` in the whole answer: nobody reads more.
    """
    if not stimulus.is_advised:
        rules = {code: level for code, level in rules.items() if level == "block"}
    counts: Counter[str] = Counter()
    budget = text_rules.Budget()
    for path, text in texts.items():
        for finding in text_rules.check(
            text,
            rules=rules,
            min_words=min_words,
            banned_openings=banned_openings,
            instructions=stimulus.instructions,
            earlier=stimulus.earlier,
            budget=budget,
        ):
            counts[finding.code] += 1
            if counts[finding.code] > text_rules.MAX_FINDINGS:
                continue
            yield Problem.about(
                path,
                finding.message,
                code=finding.code,
                severity=finding.severity,
                span=finding.span,
                fix=finding.fix and Fix(span=finding.fix.span, text=finding.fix.text),
            )
