"""What each acquisition rule makes of unstarted samples; the highest is handed out first.

A sample of which a rule knows nothing has no score.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from PIL import Image as Pixels

from annotate import kinds
from annotate.analysis.randomness import generator
from annotate.core import jobs, logs
from annotate.images import storage
from annotate.kinds.capabilities import Describes, MarksObjects, ReadsText, Refinable
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.seeding.diversity import MOST, Vector, farthest_first, vector
from annotate.seeding.models import Ordering, SeedRecord
from annotate.workflow import answers
from annotate.workflow.models import Assignment, Sample

log = logs.get(__name__)

Scores = dict[int, float]
AT_ONCE = 500
# Which seeds are compared: the first of these that the recipe has.
_COMPARED: tuple[type[object], ...] = (Describes, MarksObjects, ReadsText)


def unstarted(project: Project) -> QuerySet[Sample]:
    begun = Exists(Assignment.objects.filter(sample=OuterRef("pk")))
    return Sample.objects.filter(~begun, project=project, state=Sample.State.OPEN)


def scores(ordering: Ordering, progress: jobs.Progress) -> Scores:
    rule = _RULES[Ordering.Rule(ordering.rule)]
    ids = list(unstarted(ordering.project).order_by("pk").values_list("pk", flat=True))
    return rule(ordering, ids, progress)


def compared_stage(project: Project) -> str | None:
    """The stage whose seeds are compared: the description, or else what there is."""
    seeded = [stage for stage in project.recipe.stages if stage.seeded]
    keys = (
        stage.key
        for capability in _COMPARED
        for stage in seeded
        if isinstance(stage.kind_object, capability)
    )
    return next(keys, None)


def _random(ordering: Ordering, ids: Sequence[int], progress: jobs.Progress) -> Scores:
    return {}


def _disagreement(ordering: Ordering, ids: Sequence[int], progress: jobs.Progress) -> Scores:
    """One minus the Jaccard similarity of the words of the two versions' newest seeds."""
    one, other = ordering.parameters["versions"]
    stage = ordering.project.recipe.stage(ordering.parameters["stage"])
    by_sample: Scores = {}
    for some in _parts(ids, progress):
        seeds: dict[int, dict[int, Any]] = {one: {}, other: {}}
        records = SeedRecord.objects.filter(
            annotation__sample__in=some, annotation__stage_key=stage.key, version__in=[one, other]
        )
        for record in records.select_related("annotation").order_by("annotation"):
            if record.version_id is not None:
                seeds[record.version_id][record.annotation.sample_id] = record.annotation
        for pk in seeds[one].keys() & seeds[other].keys():
            pair = [answers.typed(seeds[version][pk]) for version in (one, other)]
            alike = kinds.able(stage.kind_object, Refinable).similarity(*pair, n=1)
            if alike is not None:
                by_sample[pk] = 1 - alike
    return by_sample


def _low_confidence(ordering: Ordering, ids: Sequence[int], progress: jobs.Progress) -> Scores:
    """One minus the mean of the detector's scores for the objects of the newest seed."""
    by_sample: Scores = {}
    for some in _parts(ids, progress):
        records = SeedRecord.objects.filter(annotation__sample__in=some)
        rows = records.order_by("annotation").values_list("annotation__sample_id", "provenance")
        for pk, provenance in rows:
            certain = detector_scores(provenance)
            if certain:
                by_sample[pk] = 1 - sum(certain) / len(certain)
    return by_sample


def detector_scores(provenance: Sequence[Mapping[str, Any]]) -> list[float]:
    """How sure the detector was of each object of a seed; nothing where it did not say."""
    for call in provenance:
        if call.get("role") == "detector" and isinstance(call.get("scores"), list):
            return [float(score) for score in call["scores"]]
    return []


def _diversity(ordering: Ordering, ids: Sequence[int], progress: jobs.Progress) -> Scores:
    """How unlike an image is what people have seen already and what comes before it."""
    project = ordering.project
    begun = Sample.objects.filter(
        Exists(Assignment.objects.filter(sample=OuterRef("pk"))), project=project
    )
    seen = list(begun.order_by("pk").values_list("pk", flat=True))
    if len(seen) > MOST:
        seen = sorted(generator(project.seed, "diversity", ordering.pk).sample(seen, MOST))
    known = _vectors(seen, progress)
    mine = _vectors(ids, progress)
    values = farthest_first(list(mine.values()), list(known.values()))
    return dict(zip(mine, values, strict=True))


def _vectors(ids: Sequence[int], progress: jobs.Progress) -> dict[int, Vector]:
    by_sample: dict[int, Vector] = {}
    for some in _parts(ids, progress):
        shas = Sample.objects.filter(pk__in=some).order_by("pk").values_list("pk", "image__sha256")
        for pk, sha256 in shas:
            try:
                with storage.open_copy(sha256, "thumb") as file, Pixels.open(file) as pixels:
                    by_sample[pk] = vector(pixels)
            except OSError:
                log.warning("A thumbnail could not be read", sample=pk, exc_info=True)
    return by_sample


def _parts(ids: Sequence[int], progress: jobs.Progress) -> Iterator[Sequence[int]]:
    for start in range(0, len(ids), AT_ONCE):
        progress.report(start, len(ids), Message("order_comparing"))
        yield ids[start : start + AT_ONCE]


_RULES: dict[Ordering.Rule, Callable[[Ordering, Sequence[int], jobs.Progress], Scores]] = {
    Ordering.Rule.RANDOM: _random,
    Ordering.Rule.DISAGREEMENT: _disagreement,
    Ordering.Rule.LOW_CONFIDENCE: _low_confidence,
    Ordering.Rule.DIVERSITY: _diversity,
}
