"""Votes on the criteria an answer should meet."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from annotate.analysis.agreement import majority
from annotate.analysis.agreement_intervals import Images
from annotate.analysis.agreement_measures import Measure, vote_measures
from annotate.analysis.undefined import defined
from annotate.kinds.base import Kind, Measures, Stimulus, text_measures
from annotate.kinds.capabilities import (
    AggregateDecision,
    Checkable,
    Judges,
    MeasuresAgreement,
    QuestionVotes,
    Summarises,
    Summary,
    YesNo,
)
from annotate.kinds.problems import Problem
from annotate.kinds.vote.model import VoteAnswer, VoteSettings
from annotate.messages import Message


class VoteKind(
    Judges[VoteSettings, VoteAnswer],
    Checkable[VoteSettings, VoteAnswer],
    MeasuresAgreement[VoteSettings, VoteAnswer],
    Summarises[VoteSettings, VoteAnswer],
    Kind[VoteSettings, VoteAnswer],
):
    """Yes or no per criterion about somebody's answer."""

    name = "vote.v1"
    title = "Vote"
    Settings = VoteSettings
    Answer = VoteAnswer
    empty = VoteAnswer(votes={})
    # They vote on answers of their own project, whose authors have no vote on that image anyway.
    excludes_authors: ClassVar[bool] = False
    drops: ClassVar[bool] = True

    def problems(
        self,
        answer: VoteAnswer,
        stimulus: Stimulus,
        settings: VoteSettings,
        base: VoteAnswer | None = None,
    ) -> list[Problem]:
        problems = [
            Problem.about(f"votes.{criterion.key}", Message("vote_missing", title=criterion.title))
            for criterion in settings.criteria
            if answer.votes.get(criterion.key) is None
        ]
        known = {criterion.key for criterion in settings.criteria}
        for key in answer.votes:
            if key not in known:
                message = Message("unknown_criterion", criterion=key)
                problems.append(Problem.about(f"votes.{key}", message))
        return problems

    def texts(self, answer: VoteAnswer) -> dict[str, str]:
        return {"comment": answer.comment} if answer.comment else {}

    def checkable(self, answer: VoteAnswer) -> dict[str, bool | str]:
        return {f"votes.{key}": vote for key, vote in answer.votes.items() if vote is not None}

    def checkable_paths(self, settings: VoteSettings) -> tuple[str, ...]:
        return tuple(f"votes.{criterion.key}" for criterion in settings.criteria)

    def aggregate(
        self, answers: Sequence[VoteAnswer], settings: VoteSettings
    ) -> AggregateDecision | None:
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
        return AggregateDecision(
            kept=all(one["passed"] for one in criteria.values()), numbers=numbers
        )

    def question_votes(
        self, numbers: Mapping[str, Any], settings: VoteSettings
    ) -> list[QuestionVotes]:
        titles = {criterion.key: criterion.title for criterion in settings.criteria}
        return [
            QuestionVotes(
                key=key,
                title=titles.get(key, key),
                yes=votes["yes"],
                no=votes["no"],
                passed=votes["passed"],
            )
            for key, votes in numbers["criteria"].items()
        ]

    def measure(self, answer: VoteAnswer) -> Measures:
        """The size is that of the comment."""
        votes = list(answer.votes.values())
        counts = {"yes": votes.count(True), "no": votes.count(False)}
        return {**counts, **text_measures([answer.comment])}

    def agreement(
        self,
        items: Sequence[Sequence[VoteAnswer]],
        settings: VoteSettings,
        images: Images = None,
    ) -> list[Measure]:
        titles = {criterion.key: criterion.title for criterion in settings.criteria}
        return vote_measures(titles, [[answer.votes for answer in item] for item in items], images)

    def summary(self, answers: Sequence[VoteAnswer], settings: VoteSettings) -> Summary:
        votes = {
            criterion.key: [answer.votes.get(criterion.key) for answer in answers]
            for criterion in settings.criteria
        }
        return Summary(
            votes={
                key: YesNo(
                    yes=own.count(True),
                    no=own.count(False),
                    majority=defined(majority(own)),
                )
                for key, own in votes.items()
            }
        )
