"""A caption dataset beside what a model made of it (ImageInWords, App. E), with figures of both.

`original` are texts that came in with a file: captions given elsewhere, or seeds imported for the
description. `enriched` is the newest description by a model version of the project.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from django.db.models import Q

from annotate.analysis.tokens import count_tokens, sentences, words
from annotate.exchange.exports.answers import image_text
from annotate.exchange.exports.base import Format, Writer, encode
from annotate.exchange.exports.files import Archive, DigestingFile
from annotate.exchange.exports.reading import Answer, Exported, Round, Scope
from annotate.kinds.capabilities import Describes, WritesImageText
from annotate.projects.models import Project
from annotate.workflow.models import Annotation


@dataclass
class Figures:
    """Sums over texts; the columns of IIW Table 14 that need no tagger of word classes."""

    texts: int = 0
    tokens: int = 0
    sentences: int = 0
    vocabulary: set[str] = field(default_factory=set)

    def add(self, text: str) -> None:
        self.texts += 1
        self.tokens += count_tokens(text)
        self.sentences += len(sentences(text))
        self.vocabulary.update(word.casefold() for word in words(text))

    def as_json(self) -> dict[str, float | int | None]:
        """The means; None where there is nothing to divide by.

        Example: two texts of 8 tokens in 2 sentences each.

        >>> figures = Figures(texts=2, tokens=16, sentences=4, vocabulary={"a", "kite"})
        >>> figures.as_json()["tokens_per_sentence"], figures.as_json()["tokens_per_description"]
        (4.0, 8.0)
        """
        return {
            "texts": self.texts,
            "tokens_per_sentence": _ratio(self.tokens, self.sentences),
            "tokens_per_description": _ratio(self.tokens, self.texts),
            "sentences_per_description": _ratio(self.sentences, self.texts),
            "different_words": len(self.vocabulary),
        }


def _ratio(whole: int, parts: int) -> float | None:
    return round(whole / parts, 4) if parts else None


class EnrichedWriter(Writer):
    """One line per sample that has both texts; figures over exactly those."""

    def __init__(self, scope: Scope, out: DigestingFile) -> None:
        super().__init__(scope, out)
        self._lines = self.spools.new()
        self._before, self._after = Figures(), Figures()
        self._only_one = 0
        self._archive = Archive(out)

    def add(self, batch: Iterable[Exported]) -> None:
        self._lines.add(line for sample in batch for line in self._line(sample))

    def _line(self, sample: Exported) -> Iterator[bytes]:
        original, generated = _originals(sample), _generated(sample)
        if not original or generated is None:
            self._only_one += 1
            return
        enriched = image_text(sample, generated)
        for text in original:
            self._before.add(text)
        self._after.add(enriched)
        yield encode(
            {
                "image/key": sample.picture.external_id,
                "image/name": sample.picture.name,
                "image/sha256": sample.picture.sha256,
                "original": original,
                "enriched": enriched,
                "model": generated.round.producer,
            }
        )

    def finish(self) -> None:
        self._archive.add_lines("enriched.jsonl", self._lines.lines())
        statistics = {
            "samples": self._after.texts,
            "samples_without_both": self._only_one,
            "original": self._before.as_json(),
            "enriched": self._after.as_json(),
        }
        self._archive.add("statistics.json", json.dumps(statistics, indent=2) + "\n")
        self._archive.close()


def _originals(sample: Exported) -> list[str]:
    """The texts that came with the dataset, in order."""
    texts = (image_text(sample, answer) for answer in sample.able(WritesImageText, _is_imported))
    return [text for text in texts if text]


def _is_imported(row: Round) -> bool:
    # A seed that no run of the project made was imported.
    is_imported_seed = row.origin == Annotation.Origin.MODEL and not row.provenance_json
    return row.origin == Annotation.Origin.IMPORT or is_imported_seed


def _generated(sample: Exported) -> Answer[Describes] | None:
    """The newest description that a model version of the project wrote."""
    descriptions = sample.able(
        Describes,
        lambda row: row.origin == Annotation.Origin.MODEL and bool(row.provenance_json),
    )
    return max(descriptions, key=lambda answer: answer.round.id, default=None)


def _has_imported_texts(project: Project) -> bool:
    keys = [
        stage.key
        for stage in project.recipe.stages
        if isinstance(stage.kind_object, WritesImageText)
    ]
    imported = Q(origin=Annotation.Origin.IMPORT)
    imported |= Q(origin=Annotation.Origin.MODEL, record__provenance__isnull=True)
    return Annotation.objects.filter(imported, project=project, stage_key__in=keys).exists()


FORMAT = Format(
    name="enriched",
    title="Enriched captions: imported texts beside those of a model",
    summary="Imported captions beside the newest description by a model, with figures of both.",
    suffix=".zip",
    content_type="application/zip",
    writer=EnrichedWriter,
    needs=(WritesImageText,),
    has_material=_has_imported_texts,
    of_people=False,
)
