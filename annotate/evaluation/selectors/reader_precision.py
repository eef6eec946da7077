"""How far what each version said agrees with reviewers and with studies of hallucinations."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean

from django.db.models import F, QuerySet

from annotate import kinds
from annotate.analysis import second_reader
from annotate.analysis.second_reader import MARKS, Judged, Pair, Share
from annotate.analysis.text import clean_line
from annotate.analysis.tokens import sentences
from annotate.analysis.undefined import Undefined, defined
from annotate.core.schemas import Notice
from annotate.evaluation.models import ReadText, Study, StudyStimulus
from annotate.evaluation.schemas import second_reader as schemas
from annotate.evaluation.selectors.ratings import design_of, judged_study
from annotate.evaluation.selectors.second_readings import said_of, shown
from annotate.evaluation.selectors.sources import in_the_end, standing
from annotate.kinds.capabilities import WritesImageText
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion
from annotate.seeding.schemas import VersionBrief
from annotate.workflow import hooks
from annotate.workflow.models import Assignment

METRIC = "hallucination"
Verdict = Assignment.Verdict
BATCH = 500


def precision(project: Project) -> list[schemas.ReaderPrecision]:
    """One row per version that has read a text of the project, the newest first."""
    read = shown(project).order_by().values("version").distinct()
    versions = ModelVersion.objects.filter(pk__in=read).select_related("connection")
    return [_of_version(project, version) for version in versions.order_by("-id")]


def _of_version(project: Project, version: ModelVersion) -> schemas.ReaderPrecision:
    texts = shown(project).filter(version=version)
    verdicts = texts.filter(
        annotation__assignment__verdict__in=(Verdict.APPROVED, Verdict.REJECTED)
    )
    after = verdicts.filter(annotation__assignment__verdict_at__gt=F("answered_at"))
    judged = _judged(project, after)
    return schemas.ReaderPrecision(
        version=VersionBrief.of(version),
        said=said_of(texts),
        texts=texts.count(),
        judged=len(judged),
        judged_before=verdicts.count() - len(judged),
        rejected_marked=_told(second_reader.rejected(judged, marked=True)),
        rejected_unmarked=_told(second_reader.rejected(judged, marked=False)),
        found=_told(second_reader.found(judged)),
        changed_marked=_told(second_reader.changed(judged, MARKS)),
        changed_not_seen=_told(second_reader.changed(judged, ["not_seen"])),
        changed_contradicted=_told(second_reader.changed(judged, ["contradicted"])),
        changed_seen=_told(second_reader.changed(judged, ["seen"])),
        studies=_studies(project, texts),
    )


def _told(share: Share) -> schemas.ReaderShare:
    found = share.interval
    missing = found.mean if isinstance(found.mean, Undefined) else None
    return schemas.ReaderShare(
        part=share.part,
        whole=share.whole,
        value=defined(found.mean),
        low=defined(found.low),
        high=defined(found.high),
        why=None if missing is None else Notice.of(missing.message),
    )


def _judged(project: Project, texts: QuerySet[ReadText]) -> list[Judged]:
    columns = ("annotation", "annotation__sample", "annotation__stage_key", "sentences", "said")
    rows = list(texts.order_by("pk").values_list(*columns, "annotation__assignment__verdict"))
    rejected = [row for row in rows if row[-1] == Verdict.REJECTED]
    anew = _written_anew(project, [(row[0], row[1], row[2]) for row in rejected])
    return [
        Judged(
            said=tuple(each["verdict"] for each in said),
            rejected=verdict == Verdict.REJECTED,
            changed=_changed(read, anew.get(annotation))
            if verdict == Verdict.REJECTED
            else (False,) * len(read),
        )
        for annotation, _, _, read, said, verdict in rows
    ]


def _changed(read: Sequence[str], anew: str | None) -> tuple[bool, ...] | None:
    """By sentence whether it is gone; None where nothing was written instead.

    >>> _changed(["A dog.", "It runs."], "A  dog. It sits.")
    (False, True)
    """
    if anew is None:
        return None
    kept = {clean_line(sentence).casefold() for sentence in sentences(anew)}
    return tuple(clean_line(sentence).casefold() not in kept for sentence in read)


def _written_anew(project: Project, rejected: Sequence[tuple[int, int, str]]) -> dict[int, str]:
    """The final texts that stand where a rejected one stood, by the rejected answer."""
    by_place = {(sample, stage): annotation for annotation, sample, stage in rejected}
    texts: dict[int, str] = {}
    for stage in {stage for _, stage in by_place}:
        samples = sorted(sample for sample, of in by_place if of == stage)
        for at in range(0, len(samples), BATCH):
            some = samples[at : at + BATCH]
            answers = in_the_end(standing(project, stage)).filter(sample__in=some)
            corrected = hooks.corrected_texts(project, (some[0], some[-1]))
            for answer in answers.order_by("sample_id", "index", "id"):
                old = by_place[answer.sample_id, stage]
                if answer.pk > old:
                    kind = kinds.able(kinds.get(answer.kind), WritesImageText)
                    own = corrected.get(answer.pk, {}).get(kind.text_path)
                    texts[old] = own or kind.image_text(answer.value)
    return texts


def _studies(project: Project, texts: QuerySet[ReadText]) -> list[schemas.StudyAgainst]:
    """Comparisons of two texts that asked for hallucinations, the newest first."""
    studies = Study.objects.filter(project=project).order_by("-id")
    asked = [study for study in studies if _compares_two(study)]
    if not asked:
        return []
    counts = {
        annotation: not_seen + contradicted
        for annotation, not_seen, contradicted in texts.order_by().values_list(
            "annotation", "not_seen", "contradicted"
        )
    }
    return [_against(study, counts) for study in asked]


def _compares_two(study: Study) -> bool:
    """Whether people said of two texts at once which of them hallucinates more."""
    design = design_of(study)
    asked = (metric["key"] for metric in study.options.get("metrics", ()))
    return design.shows_all and design.sources == (2, 2) and METRIC in asked


def _against(study: Study, counts: Mapping[int, int]) -> schemas.StudyAgainst:
    judged = judged_study(study)
    scores: dict[int, list[int]] = defaultdict(list)
    for judgement in judged.judgements.counted:
        if judged.items[judgement.item].chunk is None and METRIC in judgement.answer:
            scores[judgement.item].append(judgement.answer[METRIC].score)
    marked: dict[int, dict[int, int]] = defaultdict(dict)
    stimuli = StudyStimulus.objects.filter(item__study=study, annotation__isnull=False)
    for item, source, annotation in stimuli.values_list("item__number", "source", "annotation"):
        if annotation in counts:
            marked[item][source] = counts[annotation]
    pairs = [
        # Above 0 the second is preferred: it is the first one that hallucinates more.
        Pair((marked[item][0], marked[item][1]), fmean(said))
        for item, said in scores.items()
        if len(marked[item]) == 2
    ]
    agrees = second_reader.preferred(pairs)
    return schemas.StudyAgainst(
        study=study.pk, name=study.name, pairs=len(pairs), agrees=_told(agrees)
    )
