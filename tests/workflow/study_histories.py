"""Random stories of a project in which pairs of texts are brought in and judged."""

import random
import uuid

from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Hit, Sample
from tests.conftest import Cast, Clock, add_samples
from tests.workflow.acts import fresh
from tests.workflow.crowd_histories import CrowdHistory
from tests.workflow.histories import NEWEST
from tests.workflow.studies import give, judged, pair, use_study

RATERS = 3


class StudyHistory(CrowdHistory):
    """As the story of a crowd, but what is judged was written by nobody there."""

    def __init__(
        self, project: Project, cast: Cast, time: Clock, number: int, *, hits: bool
    ) -> None:
        self.project, self.time, self.random = project, time, random.Random(number)
        self.people = [cast.ada, cast.ben, cast.cleo, cast.lead, cast.reviewer, cast.owner]
        self.lead = cast.owner
        self.samples: list[Sample] = []
        self.refused = 0
        use_study(project, raters=RATERS, hit={"size": 3, "minutes": 30} if hits else None)
        for _ in range(4):
            self.bring_in()

    def live(self, steps: int) -> None:
        """Every now and then another image comes with its pairs."""
        for _ in range(0, steps, 50):
            super().live(50)
            self.bring_in()

    def bring_in(self) -> None:
        [sample] = add_samples(self.project, 1, opened=False)
        give(sample, pair(1), pair(2))
        services.open_samples(project=self.project, samples=[sample])
        self.samples.append(sample)

    def is_worth_looking_at(self) -> bool:
        return (
            Annotation.objects.filter(origin="person").count() >= 10
            and Assignment.objects.filter(verdict="rejected").exists()
            and self.refused > 0
        )

    def give(self) -> None:
        if self.project.recipe.stage("rating").hit is not None:
            return super().give()
        held = list(Assignment.objects.order_by(*NEWEST)[:8])
        if held:
            services.submit(
                assignment=fresh(self.random.choice(held)),
                key=uuid.UUID(int=self.random.getrandbits(128), version=4),
                answer=judged(self.random.randint(-2, 2)),
                active_seconds=self.random.uniform(0, 500),
            )
        return None

    def answer(self, hit: Hit) -> dict[str, object]:
        return judged(self.random.randint(-2, 2))
