"""The job that measures harms: stopped anywhere, it goes on behind the last image it kept."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db import transaction

from annotate import __version__
from annotate.core import jobs
from annotate.core.jobs.heartbeat import Heartbeat
from annotate.core.jobs.services import LeaseLost
from annotate.evaluation.harm_counts import ArmCounts, keys_of
from annotate.evaluation.models import HarmCase, HarmRun
from annotate.evaluation.selectors.groups import groups_of, means_of
from annotate.evaluation.selectors.harm_reading import Place, Staged, number_of, staged
from annotate.evaluation.selectors.harm_stages import Stage, any_boxes, one_stage
from annotate.evaluation.selectors.harm_tools import Tools, tools
from annotate.evaluation.selectors.harm_versions import measured_in, versions_behind
from annotate.evaluation.services import harm_cases_found as cases
from annotate.evaluation.services import harm_people_found as people
from annotate.evaluation.services.harm_results import results
from annotate.evaluation.services.harms import JOB
from annotate.messages import Message

# Images that are read anew at most where a worker dies.
KEPT_AFTER = 1_000
_KEPT = 500  # cases of one statement


@dataclass(slots=True)
class Reading:
    """A run while it is read: what was counted so far, and the cases since it was last kept."""

    run: HarmRun
    tools: Tools
    candidate: Stage
    truth: Stage | None
    boxes: Stage | None
    groups: dict[int, str]
    means: dict[str, list[str]]  # by group what it says of the person
    place: Place = field(default_factory=Place)
    arms: dict[str, ArmCounts] = field(default_factory=dict)
    versions: Counter[str] = field(default_factory=Counter)  # images by the id of a version
    new: list[HarmCase] = field(default_factory=list)
    since: int = 0

    @property
    def stages(self) -> list[Stage]:
        wanted = {each.key: each for each in (self.candidate, self.truth, self.boxes) if each}
        return list(wanted.values())

    def add(self, image: Staged, version: int | None) -> None:
        """Count an image of which the candidate says something, by a version or from its seed."""
        said = image.said[self.candidate.key]
        truth = image.said.get(self.truth.key) if self.truth else None
        seen = cases.seen_between(image, said, truth, self.tools.parser)
        group = self.groups.get(image.sample or 0)
        arms = [self.arms.setdefault(name, ArmCounts()) for name in _arms(image)]
        found = list(cases.word_cases(seen, self.tools))
        if truth and self.groups:
            compared = cases.compared(seen, self.tools)
            found += cases.inclusion_cases(seen, compared, self.tools)
            concepts = self.tools.meanings.concepts
            stated = concepts(seen.truth_graph), concepts(seen.graph)
            for arm in arms:
                arm.concepts.add(group, *stated, compared.wrong, self.tools.hierarchy)
                arm.concepts.not_compared += compared.not_compared
        keys = self._covered(seen, found) | self._people(seen, found, arms)
        keys |= keys_of(found)
        for arm in arms:
            arm.images, arm.texts = arm.images + 1, arm.texts + len(said.lines)
            arm.read += image.read is not None
            arm.graphs.add(seen.graph, self.tools.meanings)
            arm.count(keys, group)
            arm.groups.update([group] if group is not None else [])
        for case in found:
            case.run, case.version_id = self.run, version
        self.versions.update([str(version)] if version is not None else [])
        self.new += found
        self.place, self.since = image.place, self.since + 1

    def _people(
        self, seen: "cases.Seen", found: list[HarmCase], arms: Sequence[ArmCounts]
    ) -> set[str]:
        """How people are spoken of, and whether they are at all."""
        keys = set[str]()
        parts = [people.identity(seen, self.tools)]
        if seen.truth:
            known = self.means.get(self.groups.get(seen.image.sample or 0, ""), ())
            parts += [people.context(seen, self.tools, known), people.absent(seen, self.tools)]
        for part in parts:
            found += part.cases
            keys |= part.keys
        if self.candidate.is_union and len(seen.graphs) > 1:
            for axis, values in people.values_by_text(seen, self.tools).items():
                for arm in arms:
                    arm.said[axis][values] += 1
        return keys

    def _covered(self, seen: "cases.Seen", found: list[HarmCase]) -> set[str]:
        """Whether people cover enough of the image; where nobody is mentioned that is a case."""
        boxes = seen.image.said.get(self.boxes.key) if self.boxes else None
        if boxes is None:
            return set()
        share = cases.people_cover(seen.image, boxes, self.tools)
        if share <= self.run.options["covered"]:
            return set()
        if not cases.mentions_somebody(seen, self.tools):
            about = {"covered": round(share, 4)}
            found.append(seen.case(self.tools, HarmCase.Measure.NOT_MENTIONED, about=about))
        return {"covered"}

    def keep(self) -> None:
        """Write down in one transaction where reading has come to, and the cases until there."""
        read = self.run.read + self.since
        checkpoint = {
            "place": asdict(self.place),
            "arms": {name: arm.json() for name, arm in self.arms.items()},
            "versions": dict(self.versions),
            "means": self.means,
        }
        with transaction.atomic():
            here = HarmRun.objects.filter(pk=self.run.pk, read=self.run.read, results__isnull=True)
            if not here.update(read=read, checkpoint=checkpoint):
                raise LeaseLost  # another worker has gone on meanwhile
            HarmCase.objects.bulk_create(self.new, batch_size=_KEPT)
        self.run.read, self.since, self.new = read, 0, []

    def restore(self) -> None:
        if self.run.checkpoint:
            self.place = Place(**self.run.checkpoint["place"])
            arms = self.run.checkpoint["arms"]
            self.arms = {name: ArmCounts.restored(raw) for name, raw in arms.items()}
            self.versions = Counter(self.run.checkpoint.get("versions", {}))
            # As it was said when reading began: half of the images read otherwise are no figure.
            self.means = self.run.checkpoint.get("means", {})


def _arms(image: Staged) -> Sequence[str]:
    return ("all",) if image.seeded is None else ("all", "seeded" if image.seeded else "unseeded")


@jobs.handler(JOB)
def run_measuring_harms(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any] | None:
    """Read what was not read yet, and write the figures down."""
    runs = HarmRun.objects.select_related("project")
    run = runs.filter(pk=payload["run_id"]).first()
    if run is None or run.results is not None:  # deleted, or a worker was killed at the very end
        return None
    with Heartbeat(progress) as heartbeat:
        reading = _reading(run)
        _read(reading, heartbeat)
        _finish(reading)
    return {"images": reading.run.read}


def _reading(run: HarmRun) -> Reading:
    project = run.project
    candidate = one_stage(project, run.candidate, path="candidate")
    truth = one_stage(project, run.truth, path="truth") if run.truth else None
    given = next((each for each in (truth, candidate) if each and each.holds == "labels"), None)
    reading = Reading(
        run,
        tools(run.options["parser"]),
        candidate,
        truth,
        given or any_boxes(project),
        groups_of(project),
        means_of(project),
    )
    reading.restore()
    return reading


def _read(reading: Reading, heartbeat: Heartbeat) -> None:
    project, whole = reading.run.project, reading.candidate
    total, done = number_of(project, whole), reading.run.read
    for batch in staged(project, reading.stages, reading.place, whole=whole):
        versions = versions_behind(whole, batch)
        for image in batch:
            # What the truth does not speak of cannot be held against it.
            if reading.truth is None or reading.truth.key in image.said:
                reading.add(image, versions.get(image.unit))
                done += 1
        heartbeat.report(min(done, total), total, Message("measuring_harms", images=done))
        if reading.since >= KEPT_AFTER:
            reading.keep()
    heartbeat.report(total, total)


def _finish(reading: Reading) -> None:
    """Keep the last images, drop words that go with no group, and write the counts down."""
    reading.keep()
    run = reading.run
    with transaction.atomic():
        found = results(run, reading.arms, reading.tools, has_groups=bool(reading.groups))
        found["means"] = reading.means
        found["boxes"] = reading.boxes and reading.boxes.key
        by_version = None
        if reading.candidate.made_by != "file":
            by_version = {"measures": measured_in(found), "images": dict(reading.versions)}
        here = HarmRun.objects.filter(pk=run.pk, read=run.read, results__isnull=True)
        if not here.update(
            results=found,
            by_version=by_version,
            checkpoint=None,
            code_version=f"annotate {__version__}",
        ):
            raise LeaseLost  # another worker has gone on meanwhile
