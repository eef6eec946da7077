"""Bring in what people said elsewhere, as a study that is closed already."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.db import IntegrityError, transaction

from annotate.core import clock, errors
from annotate.evaluation.models import ImportedRating, Study, StudyItem, StudyStimulus
from annotate.evaluation.rating_rows import Labels, labels_in
from annotate.evaluation.services.text_files import image_finder, name_taken
from annotate.evaluation.tables import rows_of
from annotate.evaluation.text_rows import Finder
from annotate.kinds.side_by_side.kind import SideBySideKind
from annotate.kinds.side_by_side.model import DEFAULT_METRICS
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit

_AT_ONCE = 2_000
# The released files are of side-by-side labels.
DESIGN = SideBySideKind.name
_KNOWN: Mapping[str, dict[str, Any]] = {
    metric.key: metric.model_dump(mode="json") for metric in DEFAULT_METRICS
}


def import_ratings(
    *, project: Project, actor: User | None, path: Path, name: str, comparison: str = ""
) -> Study:
    """Bring in the labels of one comparison; the left source becomes the first one.

    Images that the project has are shown with their cases; others are known by their name alone.

    Args:
        actor: None for a command on this machine, which acts for whoever made the project.
        comparison: which one of the file; "" takes the only one there is.

    Raises:
        UnreadableFile: it is no such file.
        Invalid: rows are wrong, each of which is named; or the comparison is not there.
        Conflict: the project has a study called so.
    """
    labels = labels_in(rows_of(path), comparison)
    try:
        with transaction.atomic():
            study = _study(project, actor, name, labels)
            _add(study, labels)
            scores = len(labels.scores)
            audit(project=project, actor=actor, verb="study.imported", target=name, scores=scores)
    except IntegrityError:
        raise name_taken(Message("study_name_taken")) from None
    return study


def _study(project: Project, actor: User | None, name: str, labels: Labels) -> Study:
    metrics = list(dict.fromkeys(score.metric for score in labels.scores))
    at = clock.now()
    return Study.objects.create(
        project=project,
        name=name,
        design=DESIGN,
        state=Study.State.CLOSED,
        sources=[
            {"source": {"type": "import"}, "title": title} for title in (labels.left, labels.right)
        ],
        options={
            "sample_size": None,
            "raters_per_item": _most_raters(labels),
            "metrics": [_metric(key) for key in metrics],
            "justification": "optional",
            "settings": {},
        },
        seed=0,  # nothing is drawn
        created_by=actor or project.created_by,
        created_at=at,
        closed_at=at,
    )


def _metric(key: str) -> dict[str, Any]:
    """A metric by its key: as the paper's are called here, or by the key made readable."""
    title = key.replace("_", " ").replace("-", " ").strip().capitalize()
    return _KNOWN.get(key) or {"key": key, "title": title or key, "help": ""}


def _most_raters(labels: Labels) -> int:
    raters: dict[str, set[str]] = {}
    for score in labels.scores:
        raters.setdefault(score.image, set()).add(score.rater)
    return max(map(len, raters.values()))


def _add(study: Study, labels: Labels) -> None:
    images = dict.fromkeys(score.image for score in labels.scores)
    find = image_finder(study.project)
    items = StudyItem.objects.bulk_create(
        [
            StudyItem(study=study, number=number, image_id=_image_id(find, image), image_name=image)
            for number, image in enumerate(images, start=1)
        ],
        batch_size=_AT_ONCE,
    )
    StudyStimulus.objects.bulk_create(
        (
            StudyStimulus(item=item, position=source, source=source)
            for item in items
            for source in range(len(study.sources))
        ),
        batch_size=_AT_ONCE,
    )
    by_image = dict(zip(images, items, strict=True))
    ImportedRating.objects.bulk_create(
        [
            ImportedRating(
                item=by_image[score.image],
                rater=score.rater,
                metric=score.metric,
                score=score.score,
                justification=score.justification,
            )
            for score in labels.scores
        ],
        batch_size=_AT_ONCE,
    )


def _image_id(find: Finder, image: str) -> int | None:
    """None also where several are called so."""
    try:
        return find(image, "image")
    except errors.Invalid:
        return None
