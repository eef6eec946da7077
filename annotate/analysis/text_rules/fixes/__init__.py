"""Changes that remove what a rule found, where a plain one exists.

A fix is one replacement. It is offered only after a second reading: with it made, the rule finds
less, no rule that keeps an answer from being sent finds more, and in the replacement itself nothing
is found. What would be found there is fixed with it ("In this image there is a cat" is "A cat"), as
are fillers and opinions beside it; where that cannot be, no fix is offered. Only the rules about
copies are not asked again: they are slow, and a fix brings in no words of others. What stands
outside the span of a fix is left as it is.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from annotate.analysis.text_rules.fixes.forms import (
    fix_doubled_word,
    fix_opening,
    fix_personal_data,
    fix_personal_number,
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
    "personal_number": fix_personal_number,
    "street_address": partial(fix_personal_data, instead="a street address"),
}


@dataclass
class Budget:
    """Characters that second readings may still take, of all texts of an answer together.

    What people write never comes near; of an answer made to be hard the later findings have no fix
    until the first are fixed.
    """

    left: int = 150_000


# Rules that look at some words and what stands beside them, so that a part of a text is enough.
_NEARBY = frozenset(
    {
        "filler_phrase",
        "subjective_word",
        "guess_about_person",
        "doubled_word",
        "email_address",
        "phone_number",
        "personal_number",
        "street_address",
    }
)
# What stands in the same words goes with a fix, where it can.
_TAKEN_ALONG = frozenset({"filler_phrase", "subjective_word"})
_MOST_STEPS = 6
# Characters on both sides of a fix that are read with it, at most.
_BESIDE = 300
_WORD_BEFORE = re.compile(r"\S+\s+\Z")
_WORDS_AFTER = re.compile(r"\S*(?:\s+\S+){0,2}")


@dataclass
class Fixer:
    """Proposes fixes for one text and reads it again with each; ``rules`` are all that are on."""

    reading: Reading
    blocking: Sequence[Rule]
    rules: Sequence[Rule] = ()
    budget: Budget = field(default_factory=Budget)
    _counts: dict[str, int] = field(default_factory=dict)

    def fix_of(self, rule: Rule, span: Span) -> Fix | None:
        """Return a fix of what ``rule`` found at ``span``, None where there is no honest one."""
        proposal = FIXES.get(rule.code)
        fix = proposal(self.reading, span) if proposal and self.budget.left > 0 else None
        fix = self._completed(fix) if fix is not None else None
        if fix is None:
            return None
        self.budget.left -= len(self.reading.text) * (1 + len(self.blocking))
        return fix if self.budget.left >= 0 and self._is_better(rule, fix) else None

    def _completed(self, fix: Fix) -> Fix | None:
        """Return a fix in which nothing is found, None where there is none."""
        for _ in range(_MOST_STEPS):
            text = fix.applied_to(self.reading.text)
            self.budget.left -= len(text)
            after = replace(self.reading, text=text)
            place = (fix.span[0], fix.span[0] + len(fix.text))
            further, is_needed = self._next_fix(after, place)
            if further is None:
                return None if is_needed else fix
            fix = _joined(fix, further, text)
        return None

    def _next_fix(self, after: Reading, place: Span) -> tuple[Fix | None, bool]:
        """Return a fix of what is found at a place, and whether something is found in it."""
        beside = _beside(after.text, place)
        for rule, span in self._found_near(after, place):
            is_needed = span[0] < place[1] and place[0] < span[1]
            is_taken = rule.code in _TAKEN_ALONG and span[0] < beside[1] and beside[0] < span[1]
            if not (is_needed or is_taken):
                continue
            fix = FIXES[rule.code](after, span)
            if fix is not None or is_needed:
                return fix, is_needed
        return None, False

    def _found_near(self, after: Reading, place: Span) -> Iterator[tuple[Rule, Span]]:
        start, end = max(0, place[0] - _BESIDE), place[1] + _BESIDE
        part = replace(after, text=after.text[start:end])
        for rule in self.rules:
            if rule.code in _NEARBY:
                for found in rule.find(part):
                    yield rule, (found.span[0] + start, found.span[1] + start)

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


def _beside(text: str, place: Span) -> Span:
    """Return a place with the word before it and two after it: what the fix is judged by."""
    before = _WORD_BEFORE.search(text, max(0, place[0] - _BESIDE), place[0])
    after = _WORDS_AFTER.match(text, place[1], place[1] + _BESIDE)
    return before.start() if before else place[0], after.end() if after else place[1]


def _joined(first: Fix, second: Fix, between: str) -> Fix:
    """Return the one fix that does what two do one after the other; ``between`` is the text then.

    >>> _joined(Fix((0, 15), "T"), Fix((0, 10), "A"), "There is a cat.")
    Fix(span=(0, 24), text='A')
    """
    grown = len(first.text) - (first.span[1] - first.span[0])
    start = min(first.span[0], second.span[0])
    end = max(first.span[1] + grown, second.span[1])
    words = between[start : second.span[0]] + second.text + between[second.span[1] : end]
    return Fix((start, end - grown), words)
