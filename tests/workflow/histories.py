"""Long, random, repeatable stories of a project: everything that can happen, in any order."""

import random
import uuid

from annotate.core import errors
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Sample
from tests.conftest import Cast, Clock
from tests.workflow.acts import fresh, thing
from tests.workflow.aggregates import split_samples

TEXT = "a red kite flies over the old stone bridge near two tall trees"
WORDS = TEXT.split()
# By chance keys of rows are drawn; a story is told again by what stays the same.
NEWEST = ("-started_at", "-task", "-annotator")
LABELS = ("tree", "bird", "boat")


class History:
    """One project and what six people and the clock do to it."""

    def __init__(self, project: Project, cast: Cast, time: Clock, number: int) -> None:
        self.project = project
        self.time = time
        self.random = random.Random(number)
        self.people = [cast.ada, cast.ben, cast.cleo, cast.lead, cast.reviewer, cast.owner]
        self.lead = cast.owner
        self.samples = split_samples(project, 5)
        self.refused = 0

    def live(self, steps: int) -> None:
        """Do this many things. Refusals are part of life; what is no refusal fails the test."""
        acts = [self.take, self.take, self.give, self.give, self.give, self.type, self.put_back]
        acts += [self.skip, self.pull, self.bring_back, self.wait, self.sweep, self.seed]
        acts += [self.review, self.review]
        for _ in range(steps):
            self.time.forward(seconds=self.random.uniform(0, 900))
            try:
                self.random.choice(acts)()
            except errors.AppError:
                self.refused += 1

    def somebody(self) -> User:
        return self.random.choice(self.people)

    def sample(self) -> Sample:
        return Sample.objects.get(pk=self.random.choice(self.samples).pk)

    def assignment(self) -> Assignment | None:
        """Any assignment, also one that ended long ago."""
        found = list(Assignment.objects.filter(project=self.project).order_by(*NEWEST)[:12])
        return fresh(self.random.choice(found)) if found else None

    def answer(self, kind: str) -> dict[str, object]:
        if kind == "description.v1":
            words = self.random.sample(WORDS, k=self.random.randint(3, len(WORDS)))
            return {"text": " ".join(words)}
        number = self.random.randint(0, 3)
        return {"objects": [thing(f"o{i}", label=LABELS[i % 3]) for i in range(number)]}

    def take(self) -> None:
        services.claim(project=self.project, annotator=self.somebody())

    def give(self) -> None:
        assignment = self.assignment()
        if assignment is not None:
            kind = self.project.recipe.stage(assignment.task.stage_key).kind
            services.submit(
                assignment=assignment,
                key=uuid.UUID(int=self.random.getrandbits(128), version=4),
                answer=self.answer(kind),
                active_seconds=self.random.uniform(0, 500),
                scratch_reason=self.random.choice(["", "", "Poor text"]),
            )

    def type(self) -> None:
        assignment = self.assignment()
        if assignment is not None:
            kind = self.project.recipe.stage(assignment.task.stage_key).kind
            services.save_draft(
                assignment=assignment,
                version=assignment.draft_version,
                answer=self.answer(kind),
                active_seconds=self.random.uniform(0, 500),
            )

    def put_back(self) -> None:
        assignment = self.assignment()
        if assignment is not None:
            services.release(assignment=assignment, actor=assignment.annotator)

    def skip(self) -> None:
        assignment = self.assignment()
        if assignment is not None and self.random.random() < 0.4:
            services.skip(assignment=assignment, actor=assignment.annotator, reason="other")

    def pull(self) -> None:
        if self.random.random() < 0.3:
            services.withdraw_sample(sample=self.sample(), actor=self.lead, reason="test")

    def bring_back(self) -> None:
        services.restore_sample(sample=self.sample(), actor=self.lead)

    def review(self) -> None:
        """Approve or reject an answer, have it done again, or take that back."""
        given = Annotation.objects.filter(project=self.project, origin="person").order_by("-pk")
        if given:
            services.set_verdict(
                annotation=self.random.choice(given[:12]),
                verdict=self.random.choice(["approved", "rejected", "rejected", "unreviewed"]),
                actor=self.lead,
                reason="test",
                requeue=self.random.random() < 0.7,
            )

    def wait(self) -> None:
        self.time.forward(hours=self.random.uniform(0, 8))

    def sweep(self) -> None:
        services.expire_leases()

    def seed(self) -> None:
        services.add_seed(
            project=self.project,
            sample=self.sample(),
            stage_key="description",
            value=self.answer("description.v1"),
            producer="model 1",
        )
