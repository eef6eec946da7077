"""A project with a past, beside the live ones: three rounds, review, a study, a release.

All of it is SIMULATED and says so. It is made by the services of the product, in the order in
which people would do it and at a time that is moved on by hand; what they compute from it, such as
flags, similarities and results, is as for any project. One transaction makes it whole or not at
all: whoever is stopped on the way begins again.
"""

import io
from datetime import timedelta
from pathlib import Path

from django.core.management import call_command
from django.db import transaction

from annotate.config.demo import leading, people, working
from annotate.config.demo.photos import FOLDER, photos
from annotate.core import clock
from annotate.core.clock import Simulated
from annotate.evaluation.models import Study
from annotate.evaluation.services import studies
from annotate.people.models import User
from annotate.projects.models import Project, Role
from annotate.projects.services import add_member, create_project
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample

NAME = "Demo: a project with a past (simulated)"
DESCRIPTION = (
    "Everything in this project is simulated, so that every page has something to show. Its people "
    "do not exist: what they wrote, drew and judged was prepared by hand for these photographs. "
    "Its seeds were prepared in advance, with right and wrong statements; no model was run or "
    "trained. Days and working times are made up. What is computed from it is not: similarities, "
    "flags, results and figures are what the product makes of such work."
)
SEED = 20
# The first day is so long ago; every day begins at nine o'clock (UTC), and the last was yesterday.
DAYS = 9
# Brought to people first, with the seeds of the first version; the others with those of the second.
FIRST_BATCH = ("coffee", "chelsea", "astronaut", "camera", "rocket", "flower")


def is_there() -> bool:
    return Project.objects.filter(name=NAME).exists()


def build(*, lead: User) -> Project:
    """Make the project unless it is there, and let `lead` lead it; return it."""
    project = Project.objects.filter(name=NAME).first()
    if project is None:
        today = clock.now().replace(hour=9, minute=0, second=0, microsecond=0)
        with clock.simulated(today - timedelta(days=DAYS)) as time:
            with transaction.atomic():
                project = _Past(time).build(lead)
            # What the submissions started by their commit: figures of seeds, the last checks.
            leading.run_jobs(project)
    return project


class _Past:
    """The days of the project, one after the other."""

    def __init__(self, time: Simulated) -> None:
        self.time = time
        self.people = people.cast()
        self.lead = self.people.lead
        self.project = create_project(
            name=NAME,
            description=DESCRIPTION,
            recipe_name="iiw",
            changes={},
            creator=self.lead,
            seed=SEED,
        )

    def build(self, lead: User) -> Project:
        add_member(project=self.project, actor=None, username=lead.username, role=Role.LEAD)
        people.join(self.project, self.people)
        leading.choose_checks(self.project, self.lead)
        first_days = (self._begin, self._write, self._spam, self._notice, self._improve)
        last_days = (self._compare, self._spam_again, self._block, self._leave_off)
        first_morning = self.time.at
        for day, events in enumerate((*first_days, *last_days)):
            self.time.until(first_morning + timedelta(days=day))
            events()
        return self.project

    def _begin(self) -> None:
        """Images, the first seeds, and the objects of the first batch."""
        _import(self.project, FOLDER / "photos")
        self.connection = leading.connect_model(self.project, self.lead)
        self._open_batch("First batch", names=FIRST_BATCH)
        self._work(working.OBJECTS)

    def _write(self) -> None:
        self._work(working.DESCRIPTION, most=8)
        leading.check_new_work(self.project)

    def _spam(self) -> None:
        """Most of the batch is done when somebody comes who writes the same about everything."""
        self._work(working.DESCRIPTION, until_round=3)
        working.spam(self.project, self.time, self.people.spammer, tasks=2)
        leading.check_new_work(self.project)

    def _notice(self) -> None:
        """The flags are looked at, the work is done again; what is finished is approved."""
        leading.reject_spam(self.project, self.people, most=2)
        self._work(working.DESCRIPTION)
        leading.check_new_work(self.project)
        leading.give_feedback(self.project, self.lead)
        leading.approve_finished(self.project, self.lead)
        leading.make_gold(self.project, self.lead, most=2)

    def _improve(self) -> None:
        """A release of the first batch; better seeds for what nobody has begun, the next batch."""
        leading.make_release(self.project, self.lead)
        first = self.connection.versions.get(number=0)
        self.study = leading.make_study(self.project, self.people, first)
        leading.improve_model(self.project, self.connection, self.lead)
        self._open_batch("Second batch")
        self._work(working.OBJECTS)

    def _compare(self) -> None:
        """The raters of the study, while others begin to write about the second batch."""
        self._work(working.DESCRIPTION, most=5)
        working.judge(_work_of(self.study), self.time, self.study, self.people.raters)
        studies.close_study(study=self.study, actor=self.lead)

    def _spam_again(self) -> None:
        working.spam(self.project, self.time, self.people.spammer, tasks=3)
        leading.check_new_work(self.project)

    def _block(self) -> None:
        """One answer is rejected, the others are left for whoever looks at the demo."""
        leading.reject_spam(self.project, self.people, most=1)
        leading.block_spammer(self.project, self.people)
        self._work(working.DESCRIPTION, most=3)

    def _leave_off(self) -> None:
        """Some images are left as they are, so that there is something to go on with."""
        self._work(working.DESCRIPTION, most=2)
        leading.check_new_work(self.project)

    def _work(self, stage: str, *, most: int = 1_000, until_round: int = 0) -> None:
        working.work(
            self.project,
            self.time,
            self.people.writers,
            stage=stage,
            most=most,
            until_round=until_round,
        )

    def _open_batch(self, title: str, names: tuple[str, ...] = ()) -> None:
        """Make a batch of these photographs, or of all that are left."""
        samples = Sample.objects.filter(project=self.project, batch=None)
        if names:
            samples = samples.filter(image__name__in=[f"{name}.jpg" for name in names])
        workflow.make_batch(
            project=self.project,
            actor=self.lead,
            title=title,
            sample_ids=list(samples.order_by("pk").values_list("pk", flat=True)),
        )


def _import(project: Project, folder: Path) -> None:
    unread = io.StringIO()
    options = {"verbosity": 0, "stdout": unread, "stderr": unread}
    call_command("import_images", str(project.pk), str(folder), **options)
    missing = set(photos()) - set(project.images.values_list("name", flat=True))
    if missing:
        raise RuntimeError(f"The past of the demo lacks photographs: {sorted(missing)}")


def _work_of(study: Study) -> Project:
    if study.work is None:
        raise RuntimeError("The study of the demo was not prepared.")
    return study.work
