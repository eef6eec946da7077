"""The words that stand in the images of a project: as people put them right, and as read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from operator import itemgetter

from annotate import kinds
from annotate.analysis.caption_files import OcrToken
from annotate.analysis.geometry import Box
from annotate.analysis.text_reports import Text
from annotate.evaluation.selectors.sources import BATCH, SourceText, as_measured
from annotate.images.models import Image
from annotate.kinds.capabilities import ReadsText
from annotate.projects.models import Project
from annotate.workflow import selectors as workflow
from annotate.workflow.models import Annotation, Sample

Tokens = dict[str, list[OcrToken]]


@dataclass(frozen=True)
class ReadText:
    """By image, as measures name images; ``train`` are the images of the train split."""

    by_people: Tokens = field(default_factory=dict)
    by_machines: Tokens = field(default_factory=dict)
    train: frozenset[str] = frozenset()

    @cached_property
    def words(self) -> dict[str, list[str]]:
        """The legible words of each image, by people where they have put them right."""
        return {
            image: [token.text for token in tokens if token.legible]
            for image, tokens in {**self.by_machines, **self.by_people}.items()
        }

    @cached_property
    def groups(self) -> dict[str, str]:
        """Whether each image that was read has text, as `answers_named` calls it."""
        return {
            image: "with_text" if words else "without_text" for image, words in self.words.items()
        }


def read_text(project: Project) -> ReadText:
    """The newest answers: of people and imports on the one side, of machines on the other."""
    found = ReadText(train=frozenset(_names(_train_images(project))))
    answers = workflow.kept().filter(project=project, kind__in=kinds.names(ReadsText))
    rows = (
        answers.exclude(sample__state=Sample.State.WITHDRAWN)
        .order_by("sample_id", "id")
        .values_list("sample__image_id", "origin", "kind", "value")
    )
    for image, of_image in groupby(rows.iterator(BATCH), key=itemgetter(0)):
        (name,) = _names([image])
        for _, origin, kind, value in of_image:
            machine = origin == Annotation.Origin.MODEL
            (found.by_machines if machine else found.by_people)[name] = [
                OcrToken(token["text"], Box(**token["box"]), token["legible"])
                for token in kinds.able(kinds.get(kind), ReadsText).read_tokens(value)
            ]
    return found


def _train_images(project: Project) -> Iterator[int]:
    images = Image.objects.filter(project=project, split=Image.Split.TRAIN)
    return images.values_list("pk", flat=True).iterator(BATCH)


def _names(images: Iterator[int] | Sequence[int]) -> list[str]:
    """Images as the texts of reports are about them."""
    return [_named(image).image for image in images]


def _named(image: int) -> Text:
    return as_measured(SourceText(image, "", ""))
