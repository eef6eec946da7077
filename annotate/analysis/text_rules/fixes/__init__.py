"""Changes that remove what a rule found, where a plain one exists.

A fix is offered only after a second reading: with it made, the rule finds less, and no rule that
keeps an answer from being sent finds more. So a fix never leads from one error into another. Only
the rules about copies are not asked again: they are slow, and a fix brings in no words of others.
What stands outside the span of a fix is left as it is.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from annotate.analysis.text_rules.fixes.forms import (
    fix_doubled_word,
    fix_opening,
    fix_personal_data,
    fix_repeated_sentence,
    fix_sentences,
    fix_summary,
)
from annotate.analysis.text_rules.fixes.wording import fix_filler, fix_guess, fix_opinion
from annotate.analysis.text_rules.model import Fix, Reading, Rule
from annotate.analysis.tokens import Span

Proposal = Callable[[Reading, Span], Fix | None]

FIXES: Mapping[str, Proposal] = {
    "several_sentences": fix_sentences,
    "banned_opening": fix_opening,
    "filler_phrase": fix_filler,
    "summary_opening": fix_summary,
    "subjective_word": fix_opinion,
    "guess_about_person": fix_guess,
    "repeated_sentence": fix_repeated_sentence,
    "doubled_word": fix_doubled_word,
    "email_address": partial(fix_personal_data, instead="an e-mail address"),
    "phone_number": partial(fix_personal_data, instead="a phone number"),
    "street_address": partial(fix_personal_data, instead="a street address"),
}

# Characters that second readings may take in one check. Texts people write never come near; of a
# text made to be hard the later findings have no fix until the first are fixed.
_BUDGET = 150_000


@dataclass
class Fixer:
    """Proposes fixes for one text and reads it again with each."""

    reading: Reading
    blocking: Sequence[Rule]
    _left: int = _BUDGET
    _counts: dict[str, int] = field(default_factory=dict)

    def fix_of(self, rule: Rule, span: Span) -> Fix | None:
        """Return a fix of what ``rule`` found at ``span``, None where there is no honest one."""
        proposal = FIXES.get(rule.code)
        fix = proposal(self.reading, span) if proposal is not None else None
        if fix is None:
            return None
        self._left -= len(self.reading.text) * (1 + len(self.blocking))
        return fix if self._left >= 0 and self._is_better(rule, fix) else None

    def _is_better(self, rule: Rule, fix: Fix) -> bool:
        after = replace(self.reading, text=fix.applied_to(self.reading.text))
        if _count(rule, after) >= self._before(rule):
            return False
        return all(_count(other, after) <= self._before(other) for other in self.blocking)

    def _before(self, rule: Rule) -> int:
        if rule.code not in self._counts:
            self._counts[rule.code] = _count(rule, self.reading)
        return self._counts[rule.code]


def _count(rule: Rule, reading: Reading) -> int:
    return sum(1 for _ in rule.find(reading))
