"""A random story of a project, what its answers come to when counted anew.

The recount uses the texts people wrote and nothing that was counted on the way.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, timedelta
from typing import Any

from django.db.models import Q

from annotate.analysis import overlap
from annotate.analysis.proportions import Clusters, share_of_clusters
from annotate.analysis.tokens import count_tokens, words
from annotate.core import errors
from annotate.projects.models import Project
from annotate.quality.models import Block, ReviewAct
from annotate.quality.schemas.answers import NewAct
from annotate.quality.services import acts, blocks
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment
from tests.conftest import Cast, Clock
from tests.workflow.histories import WORDS, History

OBJECTS = ("kept", "edited", "added", "removed", "merged")


class Story(History):
    """Work that gets somewhere: nobody withdraws an image, and the rule changes half way."""

    def __init__(self, project: Project, cast: Cast, time: Clock, number: int) -> None:
        super().__init__(project, cast, time, number)
        self.people.append(cast.admin)
        # Of each answer what a lead had set aside when it was given: nothing is compared with that.
        self.aside: dict[int, frozenset[int]] = {}

    def live(self, steps: int) -> None:
        happens: list[Callable[[], None]] = [self.take, self.take, self.take]
        happens += [self.give, self.give, self.give, self.give, self.skip, self.wait, self.sweep]
        happens += [self.review, self.review_many, self.undo, self.block]
        for step in range(steps):
            if step == steps // 2:
                self.compare_pairs_of_words()
            self.time.forward(seconds=self.random.uniform(0, 900))
            try:
                self.random.choice(happens)()
            except errors.AppError:
                self.refused += 1

    def compare_pairs_of_words(self) -> None:
        recipe = self.project.recipe_data
        for stage in recipe["stages"]:
            if stage.get("stop"):
                stage["stop"] |= {"n": 2, "threshold": 0.3}
        self.project.recipe_data = recipe
        self.project.save()
        self.project.__dict__.pop("recipe", None)

    def answer(self, kind: str) -> dict[str, object]:
        if kind != "description.v1":
            return super().answer(kind)
        text = list(WORDS)
        for _ in range(self.random.randint(0, 4)):
            text[self.random.randrange(len(text))] = self.random.choice(["cat", "dog", "car"])
        return {"text": " ".join(text[: self.random.randint(6, len(text))])}

    def give(self) -> None:
        before = {one.pk for one in self.given()}
        aside = Assignment.objects.filter(
            Q(verdict="rejected") | Q(superseded_by__isnull=False), project=self.project
        )
        then = frozenset(pk for pk in aside.values_list("answer_id", flat=True) if pk)
        super().give()
        self.aside |= {one.pk: then for one in self.given() if one.pk not in before}

    def review(self) -> None:
        """Approve or reject an answer, with or without having it done again, or take that back."""
        given = self.given()
        if given:
            services.set_verdict(
                annotation=self.random.choice(given),
                verdict=self.random.choice(["approved", "rejected", "unreviewed"]),
                actor=self.lead,
                reason="test",
                requeue=self.random.random() < 0.6,
            )

    def review_many(self) -> None:
        """One act on a few answers; three later it may be taken back."""
        given = self.given()
        if given:
            some = self.random.sample(given, k=min(len(given), 3))
            wanted = NewAct(
                verb=self.random.choice([*ReviewAct.Verb]),
                reason="test",
                annotations=[one.pk for one in some],
                keep_later=self.random.random() < 0.5,
            )
            acts.act(project=self.project, actor=self.lead, wanted=wanted)

    def undo(self) -> None:
        done = ReviewAct.objects.filter(project=self.project, state="done").order_by("-pk")[:3]
        if done:
            act = self.random.choice(done)
            acts.undo(project=self.project, actor=self.lead, act_id=act.pk)

    def block(self) -> None:
        """Keep somebody from work, with what they did or without; or let them work again."""
        in_force = Block.objects.filter(project=self.project, lifted_at=None).first()
        if in_force is not None:
            blocks.lift(project=self.project, actor=self.lead, block_id=in_force.pk, reason="test")
            return
        blocks.block(
            project=self.project,
            actor=self.lead,
            user_id=self.random.choice(self.people[:3]).pk,
            scope="project",
            reason="test",
            requeue=self.random.random() < 0.5,
            keep_later=self.random.random() < 0.5,
        )

    def given(self) -> list[Annotation]:
        return list(Annotation.objects.filter(project=self.project, origin="person").order_by("pk"))


@dataclass(frozen=True)
class Answer:
    """One answer as its author gave it, and what a reader can count of it."""

    pk: int
    sample: int
    stage: str
    index: int
    person: int
    day: date
    seconds: float
    tokens: int
    texts: str
    base: str | None
    scratch: bool
    stopped: bool
    objects: Mapping[str, int]
    parts: tuple[Sequence[Any], Sequence[Any]] | None
    verdict: str
    aside: frozenset[int]
    flags: Sequence[str]

    @property
    def week(self) -> str:
        return (self.day - timedelta(days=self.day.weekday())).isoformat()

    @property
    def open_flags(self) -> int:
        return self.flags.count("open")

    @property
    def questioned(self) -> bool:
        return self.verdict == "rejected" or self.open_flags > 0

    @property
    def edits(self) -> int | None:
        return None if self.base is None else overlap.edit_distance(words(self.base), self._words)

    @property
    def unchanged(self) -> bool | None:
        """Whether it says what it began with: a text word for word, objects each as they were."""
        if self.parts is not None:
            return self.parts[0] == self.parts[1] if self.parts[0] else None
        return None if self.edits is None else self.edits == 0

    @property
    def edit_share(self) -> float | None:
        return None if self.base is None else overlap.edit_share(words(self.base), self._words)

    @property
    def like_base(self) -> float | None:
        return None if self.base is None else overlap.jaccard(words(self.base), self._words, 1)

    @property
    def gained(self) -> int:
        """Net tokens added; nothing is known of a round that began with no text."""
        return 0 if self.base is None else self.tokens - count_tokens(self.base)

    @property
    def _words(self) -> list[str]:
        return words(self.texts)


def _texts(value: Mapping[str, Any]) -> str:
    if "text" in value:
        return str(value["text"])
    parts = ((thing["label"], thing["description"]) for thing in value["objects"])
    return "\n".join(part for pair in parts for part in pair)


def _parts(row: Annotation) -> tuple[Sequence[Any], Sequence[Any]] | None:
    """The objects that an answer began with, and its own, by what they say; None of a text.

    One that was removed and drawn anew is another one, however like it is.
    """
    if "objects" not in row.value:
        return None

    def said(value: Mapping[str, Any]) -> list[Any]:
        things = [
            (one["derived_from"] or [one["id"]], one["label"], one["box"], one["description"])
            for one in value["objects"]
        ]
        return sorted(things, key=str)

    return [] if row.parent is None else said(row.parent.value), said(row.value)


def answers_of(story: Story) -> list[Answer]:
    """All work that people have submitted, oldest first."""
    rows = Annotation.objects.filter(project=story.project, origin="person", purpose="work")
    rows = rows.select_related("parent", "assignment").prefetch_related("flags")
    return [
        Answer(
            pk=row.pk,
            sample=row.sample_id,
            stage=row.stage_key,
            index=row.index,
            person=row.author_id or 0,
            day=row.created_at.astimezone(UTC).date(),
            seconds=row.active_seconds,
            tokens=row.measures["self"]["tokens"]
            if row.stage_key == "objects"
            else count_tokens(_texts(row.value)),
            texts=_texts(row.value),
            base=None if row.parent is None else _texts(row.parent.value),
            scratch=row.from_scratch,
            stopped=row.decision["reason"] == "similar_enough",
            objects={name: (row.measures["from_base"] or {}).get(name) or 0 for name in OBJECTS},
            parts=_parts(row),
            verdict=row.assignment.verdict,
            aside=story.aside[row.pk],
            flags=[flag.state for flag in row.flags.all() if flag.state != "withdrawn"],
        )
        for row in rows.select_related("parent", "assignment")
        .prefetch_related("flags")
        .order_by("pk")
    ]


def passed_on_of(mine: Iterable[Answer]) -> dict[str, float] | None:
    """Texts handed in as they came; of objects nobody says here which were looked at."""
    began = [one for one in mine if one.stage != "objects" and one.base is not None]
    if not began:
        return None
    n, same = len(began), sum(one.edits == 0 for one in began)
    low, high = share_of_clusters(Clusters(n, same, n, same, n, same))
    return {"number": same, "of": n, "answers": n, "low": low, "high": high}


@dataclass
class Rounds:
    """How alike the rounds of each text are, by n-grams of so many words in each stage."""

    sizes: Mapping[str, int]
    like_before: dict[int, float] = field(default_factory=dict)
    most_before: dict[int, float] = field(default_factory=dict)

    @classmethod
    def of(cls, answers: Iterable[Answer], sizes: Mapping[str, int]) -> "Rounds":
        found = cls(sizes)
        by_text: dict[tuple[int, str], list[Answer]] = defaultdict(list)
        for answer in answers:
            before = by_text[answer.sample, answer.stage]
            stood = [one for one in before if one.pk not in answer.aside]
            earlier = sorted((one for one in stood if one.index < answer.index), key=_index)
            known = [found.like_before[one.pk] for one in earlier if one.pk in found.like_before]
            if known:
                found.most_before[answer.pk] = max(known)
            if earlier:
                texts = words(earlier[-1].texts), words(answer.texts)
                alike = overlap.jaccard(*texts, sizes[answer.stage])
                if alike is not None:
                    found.like_before[answer.pk] = alike
            before.append(answer)
        return found


def _index(answer: Answer) -> int:
    return answer.index


def mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def skips_of(project: Project, **where: Any) -> int:
    return Assignment.objects.filter(project=project, state="skipped", **where).count()


def known(answers: Iterable[Answer], name: str) -> list[float]:
    return [value for one in answers if (value := getattr(one, name)) is not None]


def standardised(mine: Sequence[Answer], pool: Sequence[Answer], name: str) -> float | None:
    """What the others' means of each round come to, weighted by where this person worked."""
    expected, number = 0.0, 0
    rounds: Mapping[tuple[str, int], list[Answer]] = defaultdict(list)
    for one in mine:
        rounds[one.stage, one.index].append(one)
    for (stage, index), own in rounds.items():
        ids = {one.pk for one in mine} | {one.pk for one in pool if one.person == own[0].person}
        others = [one for one in pool if (one.stage, one.index) == (stage, index)]
        rest = known((one for one in others if one.pk not in ids), name)
        weight = len(known(own, name))
        if rest and weight:
            expected += weight * sum(rest) / len(rest)
            number += weight
    return expected / number if number else None
