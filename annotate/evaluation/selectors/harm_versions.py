"""Which version of a model is behind what a measurement reads, and its cases by version.

Stages S2 and S4 are what versions wrote, S1 and S3 what people made of it. A version counts in the
images whose text or labels were read: where several wrote, the last one (`harm_reading`). Seeds
that were brought in, and answers that began from nothing, are of no version.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from django.db.models import Count, QuerySet

from annotate.evaluation.models import HarmAct, HarmCase, HarmRun, LeftOutOfTraining
from annotate.evaluation.schemas import harm_versions as schemas
from annotate.evaluation.schemas.harm_figures import Measure
from annotate.evaluation.selectors.harm_reading import Staged
from annotate.evaluation.selectors.harm_stages import OWN, Stage
from annotate.evaluation.selectors.harms import DISMISSED, shown_cases
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion, SeedOutcome, SeedRecord
from annotate.seeding.schemas import VersionBrief
from annotate.seeding.selectors.connections import seeds_by_version
from annotate.workflow.models import Sample

MAX_VERSIONS = 200
MEASURES: tuple[Measure, ...] = get_args(Measure)
Act = HarmAct.Act
Side = Literal["wrote", "became"]
_SIDES: dict[Side, str] = {"wrote": "system", "became": "people"}
_Key = tuple[int, int, str]  # run, version, measure


def versions_behind(stage: Stage, batch: Sequence[Staged]) -> dict[int, int]:
    """By the unit of an image: the version whose seed was read, or that people began with."""
    if stage.work is None:
        return {}
    if stage.made_by == "people":
        begun = SeedOutcome.objects.filter(
            sample__in=[image.sample for image in batch],
            stage_key=stage.work.key,
            version__isnull=False,
        )
        return dict(begun.values_list("sample", "version"))
    unit_of = {image.said[stage.key].lines[-1].annotation: image.unit for image in batch}
    records = SeedRecord.objects.filter(annotation__in=list(unit_of), version__isnull=False)
    rows = records.values_list("annotation", "version")
    return {unit_of[annotation]: version for annotation, version in rows}


def measured_in(results: Mapping[str, Any]) -> list[Measure]:
    """The measures that a run could take: none is told to be 0 that was not taken."""
    everything = results["arms"]["all"]
    has_groups = everything["inclusion"] is not None and len(everything["groups"]) > 1
    without = set() if has_groups else {"inclusion"}
    without |= {"context", "absent"} if everything["absent"] is None else set()
    without |= set() if results["boxes"] else {"not_mentioned"}
    return [measure for measure in MEASURES if measure not in without]


def by_version(project: Project) -> schemas.HarmVersions:
    """The cases of each version of a project; seven queries, however many there are."""
    versions = _versions(project)
    latest = _latest(project, [version.pk for version in versions])
    told = _Told.of(project, latest)
    seeds = seeds_by_version(version.pk for version in versions)
    return schemas.HarmVersions(
        left_out=_left_out(project).count(),
        versions=[
            schemas.HarmVersion(
                version=VersionBrief.of(version),
                seeds=seeds.get(version.pk, 0),
                wrote=told.measures("wrote", version.pk),
                became=told.measures("became", version.pk),
            )
            for version in versions
        ],
    )


def _versions(project: Project) -> list[ModelVersion]:
    versions = ModelVersion.objects.filter(project=project).select_related("connection")
    return list(versions.order_by("connection", "-number")[:MAX_VERSIONS])


def _left_out(project: Project) -> QuerySet[LeftOutOfTraining]:
    rows = LeftOutOfTraining.objects.filter(project=project)
    return rows.exclude(sample__state=Sample.State.WITHDRAWN)


_Latest = dict[tuple[Side, int, str], HarmRun]


def _latest(project: Project, versions: Iterable[int]) -> _Latest:
    """By side, version and measure the newest finished run that took it."""
    wanted = set(versions)
    runs = HarmRun.objects.filter(project=project, candidate__in=OWN, by_version__isnull=False)
    found: _Latest = {}
    for run in runs.defer("results", "checkpoint").order_by("-id"):
        for side, made_by in _SIDES.items():
            if OWN[run.candidate][1] != made_by:
                continue
            for version in wanted.intersection(map(int, _facts(run)["images"])):
                for measure in _facts(run)["measures"]:
                    found.setdefault((side, version, measure), run)
    return found


@dataclass(frozen=True)
class _Told:
    """Counts of all runs that are the latest of something, by run, version and measure."""

    latest: _Latest
    verdicts: Mapping[_Key, Counter[str]]
    acts: Mapping[_Key, Counter[str]]
    left_out: Mapping[_Key, int]

    @classmethod
    def of(cls, project: Project, latest: _Latest) -> "_Told":
        cases = shown_cases().filter(
            run__in={run.pk for run in latest.values()}, version__isnull=False
        )
        acts = HarmAct.objects.filter(case__in=cases)
        own = ("run", "version", "measure")
        images = cases.filter(sample__in=_left_out(project).values("sample")).order_by()
        return cls(
            latest,
            _counted(cases, *own, "verdict"),
            _counted(acts, *(f"case__{name}" for name in own), "act"),
            {
                (run, version, measure): number
                for run, version, measure, number in images.values_list(*own).annotate(
                    number=Count("sample", distinct=True)
                )
            },
        )

    def measures(self, side: Side, version: int) -> list[schemas.HarmVersionMeasure]:
        return [self._measure(side, version, measure) for measure in MEASURES]

    def _measure(self, side: Side, version: int, measure: Measure) -> schemas.HarmVersionMeasure:
        run = self.latest.get((side, version, measure))
        return schemas.HarmVersionMeasure(
            measure=measure,
            run=_run(run) if run else None,
            cases=self._cases(side, run, version, measure) if run else None,
        )

    def _cases(
        self, side: Side, run: HarmRun, version: int, measure: Measure
    ) -> schemas.HarmVersionCases:
        key = (run.pk, version, measure)
        verdicts, acts = self.verdicts.get(key, Counter()), self.acts.get(key, Counter())
        genuine = verdicts[HarmCase.Verdict.GENUINE]
        dismissed = sum(verdicts[verdict] for verdict in DISMISSED)
        return schemas.HarmVersionCases(
            images=_facts(run)["images"][str(version)],
            found=verdicts.total(),
            read=genuine + dismissed,
            genuine=genuine,
            dismissed=dismissed,
            review=acts[Act.REVIEW] if side == "became" else None,
            redo=acts[Act.REDO] if side == "became" else None,
            leave_out=acts[Act.LEAVE_OUT],
            let_in=acts[Act.LET_IN],
            left_out=self.left_out.get(key, 0),
        )


def _facts(run: HarmRun) -> dict[str, Any]:
    return run.by_version or {"measures": [], "images": {}}


def _counted(rows: QuerySet[Any], *names: str) -> dict[_Key, Counter[str]]:
    """How many rows have each value of the last name, by run, version and measure."""
    counted: dict[_Key, Counter[str]] = {}
    grouped = rows.order_by().values_list(*names).annotate(number=Count("pk"))
    for run, version, measure, value, number in grouped:
        counted.setdefault((run, version, measure), Counter())[value] = number
    return counted


def _run(run: HarmRun) -> schemas.HarmVersionRun:
    return schemas.HarmVersionRun(
        id=run.pk, candidate=run.candidate, truth=run.truth or None, created_at=run.created_at
    )
