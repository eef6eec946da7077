"""Votes on the criteria an answer should meet."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, ClassVar

from annotate.analysis import overlap
from annotate.analysis.tokens import count_tokens, count_words, sentence_spans, words
from annotate.kinds.base import Kind, Measures, Row, Settlement, Stimulus
from annotate.kinds.problems import Problem
from annotate.kinds.vote.answer import VoteAnswer
from annotate.kinds.vote.settings import VoteSettings


class VoteKind(Kind[VoteSettings, VoteAnswer]):
    """Yes or no per criterion about somebody's answer."""

    name = "vote.v1"
    title = "Vote"
    Settings = VoteSettings
    Answer = VoteAnswer
    judges: ClassVar[bool] = True

    def problems(
        self,
        answer: VoteAnswer,
        stimulus: Stimulus,
        settings: VoteSettings,
        base: VoteAnswer | None = None,
    ) -> list[Problem]:
        """Return every criterion without a vote, then every vote without a criterion."""
        found = [
            Problem(
                code="vote_missing",
                path=f"votes.{criterion.key}",
                message=f"Answer yes or no: {criterion.title}",
                params={"title": criterion.title},
            )
            for criterion in settings.criteria
            if answer.votes.get(criterion.key) is None
        ]
        known = {criterion.key for criterion in settings.criteria}
        for key in answer.votes:
            if key not in known:
                message = f"There is no criterion {key!r}; remove this vote."
                found.append(
                    Problem(code="unknown_criterion", path=f"votes.{key}", message=message)
                )
        return found

    def seed_from(self, previous: VoteAnswer | None) -> VoteAnswer:
        """Return the previous votes unchanged, or none."""
        return previous or VoteAnswer(votes={})

    def measure(self, answer: VoteAnswer) -> Measures:
        """Return the number of votes each way, and the size of the comment."""
        given = list(answer.votes.values())
        return {
            "yes": given.count(True),
            "no": given.count(False),
            "tokens": count_tokens(answer.comment),
            "words": count_words(answer.comment),
            "sentences": len(sentence_spans(answer.comment)),
            "characters": len(answer.comment),
        }

    def changes(self, before: VoteAnswer | None, after: VoteAnswer) -> overlap.Figures:
        """Return token counts of the comments and overlap of :func:`_as_words`."""
        counts: overlap.Figures = {
            "tokens_before": count_tokens(before.comment) if before else 0,
            "tokens_after": count_tokens(after.comment),
        }
        if before is None:
            return counts | overlap.no_comparison()
        return counts | overlap.compare(_as_words(before), _as_words(after))

    def similarity(self, before: VoteAnswer, after: VoteAnswer, *, n: int) -> float | None:
        """Return the n-gram Jaccard similarity of :func:`_as_words`."""
        return overlap.jaccard(_as_words(before), _as_words(after), n)

    def agreement(self, answers: Sequence[VoteAnswer]) -> float | None:
        """Return the mean share of equal votes over all pairs of people, in [0, 1].

        Observed agreement, not corrected for chance: see Krippendorff's alpha in
        ``annotate.analysis.agreement`` for that. Per pair, the criteria on which both voted; None
        with fewer than two people, or when no pair voted on the same criterion.

        Worked example on two criteria: yes yes, yes no and no no. The pairs agree on 1 of 2, 0 of
        2 and 1 of 2, so the mean is 1/3.
        """
        pairs = [_equal_share(a.votes, b.votes) for a, b in combinations(answers, 2)]
        defined = [value for value in pairs if value is not None]
        return sum(defined) / len(defined) if defined else None

    def rows(self, answer: VoteAnswer) -> list[Row]:
        """Return one row per vote, in the order of the answer."""
        return [
            {
                "criterion": key,
                "vote": {True: "yes", False: "no", None: ""}[vote],
                "comment": answer.comment,
            }
            for key, vote in answer.votes.items()
        ]

    def texts(self, answer: VoteAnswer) -> dict[str, str]:
        """Return the comment, where there is one."""
        return {"comment": answer.comment} if answer.comment else {}

    def checkable(self, answer: VoteAnswer) -> dict[str, bool | str]:
        """Return every vote."""
        return {f"votes.{key}": vote for key, vote in answer.votes.items() if vote is not None}

    def checkable_paths(self, settings: VoteSettings) -> tuple[str, ...]:
        """Return the path of every criterion."""
        return tuple(f"votes.{criterion.key}" for criterion in settings.criteria)

    def settle(self, answers: Sequence[VoteAnswer], settings: VoteSettings) -> Settlement | None:
        """Keep what was judged if on every criterion the share of yes exceeds the majority.

        TC §3.1: "the majority of 5 votes was used to filter". None while a criterion has no vote.
        The numbers: ``answers``, ``majority`` and per criterion ``yes``, ``no``, ``share`` in
        [0, 1] and ``passed``.

        Worked example, majority 0.5: yes yes yes no no is a share of 0.6 and passes; yes yes no no
        is 0.5 and does not.
        """
        criteria: dict[str, Any] = {}
        for criterion in settings.criteria:
            votes = [answer.votes.get(criterion.key) for answer in answers]
            yes, no = votes.count(True), votes.count(False)
            if not yes + no:
                return None
            share = yes / (yes + no)
            criteria[criterion.key] = {
                "yes": yes,
                "no": no,
                "share": share,
                "passed": share > settings.majority,
            }
        numbers = {"answers": len(answers), "majority": settings.majority, "criteria": criteria}
        return Settlement(kept=all(one["passed"] for one in criteria.values()), numbers=numbers)


def _as_words(answer: VoteAnswer) -> list[str]:
    """Return each vote as one word, then the words of the comment."""
    votes = [
        f"{key}={'yes' if vote else 'no'}"
        for key, vote in sorted(answer.votes.items())
        if vote is not None
    ]
    return votes + words(answer.comment)


def _equal_share(a: dict[str, bool | None], b: dict[str, bool | None]) -> float | None:
    both = [key for key, vote in a.items() if vote is not None and b.get(key) is not None]
    return sum(a[key] == b[key] for key in both) / len(both) if both else None
