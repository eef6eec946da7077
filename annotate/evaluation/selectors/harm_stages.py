"""The stages of measurement that a project has (Wang et al. 2022, §3.4), and why it lacks others.

S1 and S3 are what people finished, S2 and S4 the seeds that models gave them; a file of texts can
stand for any. Of several stages of the work that hold the same the last one counts.
"""

from dataclasses import dataclass
from typing import Literal

from django.db.models import Count, Q, QuerySet

from annotate import kinds
from annotate.core import errors
from annotate.core.schemas import Notice
from annotate.evaluation.models import FileText, TextFile
from annotate.evaluation.schemas.harms import HarmStage
from annotate.evaluation.selectors.sources import in_the_end, of_seeds
from annotate.kinds.capabilities import MarksObjects, WritesImageText
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow import selectors as workflow
from annotate.workflow.models import Annotation, Sample

Holds = Literal["labels", "texts"]
MadeBy = Literal["people", "system", "file"]
OWN: dict[str, tuple[Holds, MadeBy]] = {
    "s1": ("labels", "people"),
    "s2": ("labels", "system"),
    "s3": ("texts", "people"),
    "s4": ("texts", "system"),
}
_ABLE: dict[Holds, type[object]] = {"labels": MarksObjects, "texts": WritesImageText}
_FILE = "file:"


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage that a project has; ``work`` is where its answers come from."""

    key: str
    holds: Holds
    made_by: MadeBy
    title: str = ""
    work: StageSpec | None = None
    file: int | None = None

    @property
    def is_union(self) -> bool:
        """Whether all answers of a sample count together: those of people side by side."""
        return self.made_by == "people" and self.work is not None and self.work.mode == "parallel"


def stages_of(project: Project) -> list[HarmStage]:
    """The four stages and every file of texts, each with what it has; seven queries at most."""
    own = [_described(project, key) for key in OWN]
    return [*own, *_files(project)]


def one_stage(project: Project, key: str, *, path: str) -> Stage:
    """The stage that a request names.

    Raises:
        Invalid: the project has no such stage, or nothing in it; the field ``path`` is named.
    """
    if key.startswith(_FILE):
        file = _texts(project).filter(pk=int(key.removeprefix(_FILE))).first()
        if file is None:
            raise errors.Invalid.field(path, Message("unknown_text_file"), code="unknown_file")
        return Stage(key, "texts", "file", file.name, file=file.pk)
    found, counted = _found(project, key)
    if found is None or not counted:
        raise errors.Invalid.field(path, _why(project, key), code="stage_missing")
    return found


def any_boxes(project: Project) -> Stage | None:
    """A stage whose boxes say where people are: of people, else of a detector."""
    found = (_found(project, key)[0] for key in ("s1", "s2"))
    return next(filter(None, found), None)


def answers_of(project: Project, stage: Stage) -> QuerySet[Annotation]:
    """The answers of a stage of the work, of samples that are not withdrawn."""
    names = kinds.names(_ABLE[stage.holds])
    rows = workflow.kept().filter(project=project, kind__in=names)
    rows = rows.exclude(sample__state=Sample.State.WITHDRAWN)
    if stage.work is not None:
        rows = rows.filter(stage_key=stage.work.key)
    return in_the_end(rows) if stage.made_by == "people" else of_seeds(rows)


def _able(project: Project, key: str) -> list[StageSpec]:
    able = _ABLE[OWN[key][0]]
    return [each for each in project.recipe.stages if isinstance(each.kind_object, able)]


def _found(project: Project, key: str) -> tuple[Stage | None, tuple[int, int, int]]:
    """The last stage of the work with answers; images, answers and images of the unseeded arm."""
    able = _able(project, key)
    if not able:
        return None, (0, 0, 0)
    counted = {
        name: tuple(numbers)
        for name, *numbers in answers_of(project, Stage(key, *OWN[key]))
        .order_by()
        .values_list("stage_key")
        .annotate(
            images=Count("sample", distinct=True),
            answers=Count("pk", distinct=True),
            apart=Count("sample", distinct=True, filter=Q(sample__seeding_arm__seeded=False)),
        )
    }
    for spec in reversed(able):
        if spec.key in counted:
            images, answers, apart = counted[spec.key]
            stage = Stage(key, *OWN[key], work=spec)
            return stage, (images, answers if stage.is_union else images, apart)
    return None, (0, 0, 0)


def _described(project: Project, key: str) -> HarmStage:
    found, (images, texts, apart) = _found(project, key)
    holds, made_by = OWN[key]
    return HarmStage(
        key=key,
        title="",
        holds=holds,
        made_by=made_by,
        images=images,
        texts=texts,
        unseeded=apart,
        without_image=0,
        why=None if found else Notice.of(_why(project, key)),
    )


def _why(project: Project, key: str) -> Message:
    """Why a project has nothing in a stage."""
    if not _able(project, key):
        return Message(
            "harm_labels_not_asked" if OWN[key][0] == "labels" else "harm_texts_not_asked"
        )
    return Message(f"harm_stage_{key}_empty")


def _texts(project: Project) -> QuerySet[TextFile]:
    return TextFile.objects.filter(project=project, has_images=False)


def _files(project: Project) -> list[HarmStage]:
    shown = ~Q(texts__image__sample__state=Sample.State.WITHDRAWN)
    of_images = Q(texts__image__sample__isnull=False)
    files = _texts(project).annotate(
        number=Count("texts", filter=shown | Q(texts__image__sample__isnull=True)),
        images=Count("texts__image", distinct=True, filter=shown & of_images),
        left=Count("texts", filter=Q(texts__image__sample__isnull=True)),
        apart=Count(
            "texts__image",
            distinct=True,
            filter=shown & Q(texts__image__sample__seeding_arm__seeded=False),
        ),
    )
    return [
        HarmStage(
            key=f"{_FILE}{file.pk}",
            title=file.name,
            holds="texts",
            made_by="file",
            images=file.images,
            texts=file.number,
            unseeded=file.apart,
            without_image=file.left,
            why=None if file.number else Notice.of(Message("harm_file_empty")),
        )
        for file in files.order_by("-pk")
    ]


def file_texts(stage: Stage) -> QuerySet[FileText]:
    """The texts of a file, of withdrawn images none."""
    rows = FileText.objects.filter(file=stage.file)
    return rows.exclude(image__sample__state=Sample.State.WITHDRAWN)
