"""The text in an image, word by word: an engine proposes, a person corrects."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from annotate.analysis import overlap
from annotate.analysis.matching import matched_iou
from annotate.analysis.text import is_blank
from annotate.analysis.tokens import count_tokens, count_words, words
from annotate.kinds.base import Kind, Measures, Row, Stimulus
from annotate.kinds.boxes import check_box
from annotate.kinds.lineage import check_ids, check_lineage, count_changes
from annotate.kinds.ocr.answer import OcrAnswer, OcrToken
from annotate.kinds.ocr.settings import OcrSettings
from annotate.kinds.problems import Problem

MAX_TEXT_CHARACTERS = 200


class OcrKind(Kind[OcrSettings, OcrAnswer]):
    """A list of (text, box), in reading order."""

    name = "ocr.v1"
    title = "Text in the image"
    Settings = OcrSettings
    Answer = OcrAnswer

    def problems(
        self,
        answer: OcrAnswer,
        stimulus: Stimulus,
        settings: OcrSettings,
        base: OcrAnswer | None = None,
    ) -> list[Problem]:
        """Return problems of the list first, then those of each token in order."""
        found = [
            *_check_count(answer, settings),
            *check_ids(answer.tokens, "tokens", "word"),
        ]
        if base is not None:
            found.extend(check_lineage(answer.tokens, base.tokens, "tokens", "word"))
        for index, token in enumerate(answer.tokens):
            found.extend(_check_text(token, f"tokens[{index}].text"))
            found.extend(check_box(token.box, f"tokens[{index}].box", stimulus, "word"))
        return found

    def seed_from(self, previous: OcrAnswer | None) -> OcrAnswer:
        """Return the previous tokens, each citing itself as what it was made of."""
        tokens = previous.tokens if previous else ()
        return OcrAnswer(
            tokens=tuple(token.model_copy(update={"derived_from": (token.id,)}) for token in tokens)
        )

    def measure(self, answer: OcrAnswer) -> Measures:
        """Return the number of entries and of legible ones, and the size of all texts together."""
        texts = [token.text for token in answer.tokens]
        return {
            "entries": len(answer.tokens),
            "legible": sum(token.legible for token in answer.tokens),
            "tokens": sum(map(count_tokens, texts)),
            "words": sum(map(count_words, texts)),
            # Writing on signs and packets has no sentences.
            "sentences": 0,
            "characters": sum(map(len, texts)),
        }

    def changes(self, before: OcrAnswer | None, after: OcrAnswer) -> overlap.Figures:
        """Return the fate of each token, and token counts and overlap of :func:`joined_text`."""
        counts: overlap.Figures = {
            "tokens_before": count_tokens(joined_text(before)) if before else 0,
            "tokens_after": count_tokens(joined_text(after)),
            **count_changes(before.tokens if before else (), after.tokens),
        }
        if before is None:
            return counts | overlap.no_comparison()
        return counts | overlap.compare(words(joined_text(before)), words(joined_text(after)))

    def similarity(self, before: OcrAnswer, after: OcrAnswer, *, n: int) -> float | None:
        """Return the n-gram Jaccard similarity of the two :func:`joined_text`."""
        return overlap.jaccard(words(joined_text(before)), words(joined_text(after)), n)

    def agreement(self, answers: Sequence[OcrAnswer]) -> float | None:
        """Return the mean over all pairs of people of their matched IoU, in [0, 1].

        As in ``objects.v1``: boxes are matched one to one for the greatest total IoU, a box
        without a partner counts 0, and the texts do not enter. None with fewer than two answers,
        or when no pair has a box.

        Worked example: A boxes one word, B the same and a second one, C nothing. A-B is
        (1 + 0) / 2, A-C is 0 / 1, B-C is 0 / 2, so the mean is 1/6.
        """
        boxes = [[token.box for token in answer.tokens] for answer in answers]
        pairs = [matched_iou(a, b) for a, b in combinations(boxes, 2)]
        defined = [value for value in pairs if value is not None]
        return sum(defined) / len(defined) if defined else None

    def rows(self, answer: OcrAnswer) -> list[Row]:
        """Return one row per token; ``position`` counts from 1, ``derived_from`` has spaces."""
        return [
            {
                "position": position,
                "id": token.id,
                "text": token.text,
                "legible": int(token.legible),
                "x": token.box.x,
                "y": token.box.y,
                "width": token.box.width,
                "height": token.box.height,
                "derived_from": " ".join(token.derived_from),
            }
            for position, token in enumerate(answer.tokens, start=1)
        ]


def joined_text(answer: OcrAnswer) -> str:
    """Return all texts in order, one per line."""
    return "\n".join(token.text for token in answer.tokens)


def _check_count(answer: OcrAnswer, settings: OcrSettings) -> Iterator[Problem]:
    count, most = len(answer.tokens), settings.max_tokens
    if count > most:
        message = f"There are {count} words; at most {most} are allowed. Remove the smallest."
        params = {"count": count, "max": most}
        yield Problem(code="too_many_tokens", path="tokens", message=message, params=params)


def _check_text(token: OcrToken, path: str) -> Iterator[Problem]:
    if token.legible and is_blank(token.text):
        message = "Type what is written here, or mark it as not legible."
        yield Problem(code="text_missing", path=path, message=message)
    elif len(token.text) > MAX_TEXT_CHARACTERS:
        message = (
            f"This has {len(token.text):,} characters; at most {MAX_TEXT_CHARACTERS} are allowed."
            " Give each word a box of its own."
        )
        params = {"count": len(token.text), "max": MAX_TEXT_CHARACTERS}
        yield Problem(code="text_too_long", path=path, message=message, params=params)
