"""Random stories of a project with HITs, votes, gold, reviews, batches and blocks."""

import random
import uuid
from collections.abc import Sequence
from contextlib import suppress

from annotate.core import errors
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow import services
from annotate.workflow.hooks import Places, Slot
from annotate.workflow.models import Annotation, Assignment, Batch, Hit, Sample
from annotate.workflow.schemas.work import HitAnswer
from tests.conftest import Cast, Clock, add_samples
from tests.workflow.acts import fresh, use_recipe
from tests.workflow.aggregates import split_samples
from tests.workflow.hit_acts import NO, ONE_CRITERION, YES

TEXTS, VOTES = 2, 2


class CrowdHistory:
    """One project of texts and votes about them, and what six people and the clock do to it."""

    def __init__(self, project: Project, cast: Cast, time: Clock, number: int) -> None:
        self.project, self.time, self.random = project, time, random.Random(number)
        self.people = [cast.ada, cast.ben, cast.cleo, cast.lead, cast.reviewer, cast.owner]
        self.lead = cast.owner
        hit = {"size": 3, "minutes": 30}
        text = {"key": "text", "mode": "parallel", "rounds": TEXTS, "hit": hit}
        vote = {
            "key": "vote",
            "kind": "vote.v1",
            "mode": "parallel",
            "rounds": VOTES,
            "about": "text",
            "settings": ONE_CRITERION,
            "hit": hit,
        }
        use_recipe(project, text | {"gold_rate": 0.4}, vote)
        self.samples = split_samples(project, 5)
        self.golden = add_samples(project, 3, opened=False)
        self.refused = 0

    def mix(
        self, project: Project, stage: StageSpec, annotator: User, places: Places
    ) -> Sequence[Slot]:
        had = Assignment.objects.filter(annotator=annotator).values_list("sample", flat=True)
        fresh = [Slot(sample=each) for each in self.golden if each.pk not in had]
        # Every place draws for itself.
        wanted = sum(self.random.random() < stage.gold_rate for _ in range(places.count))
        return fresh[: min(wanted, max(places.count - 1, 1))]

    def live(self, steps: int) -> None:
        """Do this many things; refusals are part of life."""
        acts = [self.take] * 4 + [self.give] * 5 + [self.review] * 2
        acts += [self.skip, self.put_back, self.pull, self.bring_back, self.wait, self.sweep]
        acts += [self.block, self.turn]
        for _ in range(steps):
            self.time.forward(seconds=self.random.uniform(1, 300))
            try:
                self.random.choice(acts)()
            except errors.AppError:
                self.refused += 1

    def is_worth_looking_at(self) -> bool:
        """Return whether everything this world is about has happened in it."""
        given = Annotation.objects.filter(origin="person")
        return (
            given.count() >= 10
            and {"work", "gold"} <= set(given.values_list("purpose", flat=True))
            and Assignment.objects.filter(verdict="rejected").exists()
            and self.refused > 0
        )

    def somebody(self) -> User:
        return self.random.choice(self.people)

    def hit(self) -> Hit | None:
        found = list(
            Hit.objects.select_related("project", "annotator").order_by(
                "-started_at", "-annotator"
            )[:6]
        )
        return self.random.choice(found) if found else None

    def take(self) -> None:
        services.claim(project=self.project, annotator=self.somebody())

    def give(self) -> None:
        hit = self.hit()
        if hit is None:
            return
        states = ["live"] if hit.state == "live" else ["expired"]
        held = Assignment.objects.filter(hit=hit, state__in=states)
        answers = [HitAnswer(assignment=each.pk, answer=self.answer(hit)) for each in held]
        key = uuid.UUID(int=self.random.getrandbits(128), version=4)
        services.submit_hit(hit=hit, key=key, answers=answers)

    def answer(self, hit: Hit) -> dict[str, object]:
        if hit.stage_key == "vote":
            return self.random.choice([YES, YES, NO])
        return {"text": f"Text number {self.random.randint(0, 999)}."}

    def review(self) -> None:
        given = list(Annotation.objects.filter(origin="person").order_by("-pk")[:12])
        if given:
            services.set_verdict(
                annotation=self.random.choice(given),
                verdict=self.random.choice(["approved", "rejected", "rejected", "unreviewed"]),
                actor=self.lead,
                reason="test",
                requeue=self.random.random() < 0.6,
            )

    def skip(self) -> None:
        live = list(Assignment.objects.filter(state="live"))
        if live:
            one = fresh(self.random.choice(live))
            services.skip(assignment=one, actor=one.annotator, reason="other")

    def put_back(self) -> None:
        hit = self.hit()
        if hit is not None:
            services.release_hit(hit=hit, actor=hit.annotator)

    def sample(self) -> Sample:
        return Sample.objects.get(pk=self.random.choice(self.samples).pk)

    def pull(self) -> None:
        if self.random.random() < 0.4:
            services.withdraw_sample(sample=self.sample(), actor=self.lead, reason="test")

    def bring_back(self) -> None:
        services.restore_sample(sample=self.sample(), actor=self.lead)

    def wait(self) -> None:
        self.time.forward(minutes=self.random.uniform(0, 45))

    def sweep(self) -> None:
        services.expire_leases()

    def block(self) -> None:
        user = self.random.choice(self.people[:3])
        services.block(
            user=user, scope="project", project=self.project, actor=self.lead, reason="test"
        )
        with suppress(errors.AppError):
            services.unblock(user=user, scope="project", project=self.project, actor=self.lead)

    def turn(self) -> None:
        """Make a batch, or close or open the newest."""
        batch = Batch.objects.order_by("-pk").first()
        if batch is None or self.random.random() < 0.3:
            services.make_batch(project=self.project, actor=self.lead, size=2)
        elif batch.state == "open" and self.random.random() < 0.5:
            services.close_batch(batch=batch, actor=self.lead)
        else:
            services.open_batch(batch=batch, actor=self.lead)
