"""What is told about measurements of harms."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal, cast

from django.db.models import Count, Q, QuerySet

from annotate.core import errors
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.core.schemas import Notice
from annotate.evaluation.harm_counts import Lost, lost
from annotate.evaluation.models import HarmCase, HarmRun
from annotate.evaluation.schemas import harms as schemas
from annotate.evaluation.schemas.harm_figures import HarmFigures, HarmList, HarmWord, Measure
from annotate.evaluation.selectors.groups import groups_of
from annotate.evaluation.selectors.harm_figures import figures_of, name_of
from annotate.evaluation.selectors.harm_pairings import pairing, pairings
from annotate.evaluation.selectors.harm_stages import stages_of
from annotate.evaluation.selectors.harm_tools import nouns_list, why_not
from annotate.messages import Message
from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion
from annotate.seeding.schemas import VersionBrief
from annotate.workflow.models import Sample

DISMISSED = (
    HarmCase.Verdict.WRONG_SYNSET,
    HarmCase.Verdict.WRONG_LABEL,
    HarmCase.Verdict.OTHER,
)
_MOST_WORDS = 200


def told_stages(project: Project) -> schemas.HarmStages:
    why = why_not()
    return schemas.HarmStages(
        stages=stages_of(project),
        pairings=pairings(),
        grouped=len(groups_of(project)),
        nouns=None if why else nouns_list(),
        why_no_parser=Notice.of(why) if why else None,
    )


def runs(project: Project) -> QuerySet[HarmRun]:
    """Newest first; results are read where they are wanted."""
    rows = HarmRun.objects.filter(project=project).select_related("job", "created_by")
    return rows.defer("checkpoint").order_by("-id")


def one_run(run_id: int) -> HarmRun:
    rows = HarmRun.objects.select_related("job", "created_by", "project").defer("checkpoint")
    return errors.existing(rows.filter(pk=run_id).first())


def described_runs(rows: Sequence[HarmRun]) -> list[schemas.HarmRun]:
    """Runs without their figures."""
    workers = jobs.workers()
    verdicts = _verdicts(rows)
    return [_described(row, workers, verdicts.get(row.pk, Counter())) for row in rows]


def described(run: HarmRun) -> schemas.HarmRun:
    """A run with its figures, as measured and without the cases that were dismissed."""
    [told] = described_runs([run])
    if run.results is None:
        return told
    groups = groups_of(run.project)
    return told.model_copy(
        update={
            "figures": _figures(run, Lost({}), groups),
            "figures_without_dismissed": _figures(run, _lost(run, groups), groups),
            "words": _words(run),
            "versions": _versions(run),
        }
    )


def _figures(run: HarmRun, fewer: Lost, groups: dict[int, str]) -> list[HarmFigures]:
    return figures_of(run, fewer, has_groups=bool(groups))


def _lost(run: HarmRun, groups: dict[int, str]) -> Lost:
    dismissed = HarmCase.objects.filter(run=run, verdict__in=DISMISSED)
    units = dismissed.values("unit")
    rows = HarmCase.objects.filter(run=run, unit__in=units).defer("texts", "about", "note")
    return lost(rows, groups)


def _verdicts(rows: Sequence[HarmRun]) -> dict[int, Counter[str]]:
    cases = shown_cases().filter(run__in=[row.pk for row in rows])
    counted = cases.order_by().values_list("run", "verdict").annotate(number=Count("pk"))
    verdicts: dict[int, Counter[str]] = {}
    for run_id, verdict, number in counted:
        verdicts.setdefault(run_id, Counter())[verdict or "unread"] = number
    return verdicts


def shown_cases() -> QuerySet[HarmCase]:
    """Those whose image was not withdrawn."""
    return HarmCase.objects.exclude(sample__state=Sample.State.WITHDRAWN)


def state_of(run: HarmRun) -> Literal["measuring", "ready", "stopped"]:
    if run.results is not None:
        return "ready"
    under_way = run.job is not None and run.job.state in Job.UNFINISHED
    return "measuring" if under_way else "stopped"


def _described(run: HarmRun, workers: jobs.Workers, verdicts: Counter[str]) -> schemas.HarmRun:
    names = schemas.HarmVerdicts.model_fields
    return schemas.HarmRun(
        id=run.pk,
        candidate=run.candidate,
        candidate_title=run.titles.get("candidate", ""),
        truth=run.truth or None,
        truth_title=run.titles.get("truth", ""),
        options=schemas.HarmOptions.model_validate(run.options),
        state=state_of(run),
        read=run.read,
        figures=None,
        figures_without_dismissed=None,
        words=[],
        versions=[],
        verdicts=schemas.HarmVerdicts(**{name: verdicts[name] for name in names}),
        used=_used(run.results) if run.results else None,
        pairing=pairing(run.candidate, run.truth or None),
        job=jobs.job_of(run.job, workers) if run.job else None,
        code_version=run.code_version,
        created_by=Person.of(run.created_by),
        created_at=run.created_at,
    )


_ASSUMPTIONS = (
    "harm_assumes_most_common_synset",
    "harm_assumes_parser",
    "harm_assumes_lists",
    "harm_assumes_independent_images",
    "harm_assumes_cases_need_readers",
    "harm_assumes_boxes",
)


def _used(results: dict[str, Any]) -> schemas.HarmUsed:
    return schemas.HarmUsed(
        parser=results["parser"]["name"],
        parser_version=results["parser"]["version"],
        wordnet=results["wordnet"],
        lists=[HarmList.model_validate(each) for each in results["lists"]],
        boxes=results["boxes"],
        assumptions=[Notice.of(Message(code)) for code in _ASSUMPTIONS],
    )


def _versions(run: HarmRun) -> list[VersionBrief]:
    """The versions whose words were measured, the newest first."""
    known = (run.by_version or {}).get("images", {})
    rows = ModelVersion.objects.filter(pk__in=known).select_related("connection")
    return [VersionBrief.of(version) for version in rows.order_by("connection", "-number")]


def _words(run: HarmRun) -> list[HarmWord]:
    """The words with most cases, so that a reader can choose one."""
    counted = (
        shown_cases()
        .filter(run=run)
        .order_by()
        .values_list("measure", "kind", "word", "synset")
        .annotate(cases=Count("pk"), dismissed=Count("pk", filter=Q(verdict__in=DISMISSED)))
        .order_by("-cases", "measure", "kind", "word")
    )
    return [
        HarmWord(
            measure=cast(Measure, measure),
            kind=kind,
            word=word,
            synset=name_of(synset) if synset else None,
            cases=cases,
            dismissed=dismissed,
        )
        for measure, kind, word, synset, cases, dismissed in counted[:_MOST_WORDS]
    ]
