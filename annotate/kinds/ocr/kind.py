"""The text in an image, word by word: an engine proposes, a person corrects."""

from collections.abc import Callable, Iterator, Sequence

from annotate.analysis.agreement_intervals import Images
from annotate.analysis.agreement_measures import Measure, box_measures
from annotate.analysis.overlap import Figures
from annotate.analysis.text import is_blank
from annotate.kinds.base import Kind, Measures, Stimulus, text_measures
from annotate.kinds.capabilities import (
    HasParts,
    MeasuresAgreement,
    ReadsText,
    Refinable,
    Seedable,
)
from annotate.kinds.lineage import (
    check_box,
    check_ids,
    check_lineage,
    count_changes,
    kept_parts,
    renamed_items,
)
from annotate.kinds.ocr.model import OcrAnswer, OcrSettings, OcrToken
from annotate.kinds.problems import Problem
from annotate.messages import Message

MAX_TEXT_CHARACTERS = 200


class OcrKind(
    ReadsText,
    Seedable,
    HasParts[OcrAnswer],
    Refinable[OcrAnswer],
    MeasuresAgreement[OcrSettings, OcrAnswer],
    Kind[OcrSettings, OcrAnswer],
):
    """A list of (text, box), in reading order."""

    name = "ocr.v1"
    title = "Text in the image"
    Settings = OcrSettings
    Answer = OcrAnswer
    empty = OcrAnswer(tokens=())
    seed_roles = ("ocr", "detector")
    seed_authors = ("detector", "ocr")

    def problems(
        self,
        answer: OcrAnswer,
        stimulus: Stimulus,
        settings: OcrSettings,
        base: OcrAnswer | None = None,
    ) -> list[Problem]:
        problems = [*_check_count(answer, settings), *check_ids(answer.tokens, "tokens")]
        if base is not None:
            problems.extend(check_lineage(answer.tokens, base.tokens, "tokens"))
        for index, token in enumerate(answer.tokens):
            problems.extend(_check_text(token, f"tokens[{index}].text"))
            problems.extend(check_box(token.box, f"tokens[{index}].box", stimulus))
        return problems

    def seed_from(self, previous: OcrAnswer | None) -> OcrAnswer:
        """Each token cites itself as what it was made of."""
        tokens = previous.tokens if previous else ()
        return OcrAnswer(
            tokens=tuple(token.model_copy(update={"derived_from": (token.id,)}) for token in tokens)
        )

    def part_ids(self, answer: OcrAnswer) -> list[str]:
        return [item.id for item in answer.tokens]

    def kept_parts(self, before: OcrAnswer, after: OcrAnswer) -> dict[str, str]:
        return kept_parts(before.tokens, after.tokens)

    def renamed(
        self, answer: OcrAnswer, own: Callable[[str], str], source: Callable[[str], str]
    ) -> OcrAnswer:
        return OcrAnswer(tokens=renamed_items(answer.tokens, own, source))

    def measure(self, answer: OcrAnswer) -> Measures:
        return {
            "entries": len(answer.tokens),
            "legible": sum(token.legible for token in answer.tokens),
            **text_measures(token.text for token in answer.tokens),
            # Writing on signs and packets has no sentences.
            "sentences": 0,
        }

    def refined_text(self, answer: OcrAnswer) -> str:
        return "\n".join(token.text for token in answer.tokens)

    def changes(self, before: OcrAnswer | None, after: OcrAnswer) -> Figures:
        """What became of each token beside what became of the text."""
        fates = count_changes(before.tokens if before else (), after.tokens)
        return super().changes(before, after) | fates

    def agreement(
        self,
        items: Sequence[Sequence[OcrAnswer]],
        settings: OcrSettings,
        images: Images = None,
    ) -> list[Measure]:
        """Boxes only; what was read does not enter."""
        return box_measures(
            [[[token.box for token in answer.tokens] for answer in item] for item in items], images
        )


def _check_count(answer: OcrAnswer, settings: OcrSettings) -> Iterator[Problem]:
    count, most = len(answer.tokens), settings.max_tokens
    if count > most:
        yield Problem.about("tokens", Message("too_many_tokens", count=count, limit=most))


def _check_text(token: OcrToken, path: str) -> Iterator[Problem]:
    if token.legible and is_blank(token.text):
        yield Problem.about(path, Message("token_text_missing"), code="text_missing")
    elif len(token.text) > MAX_TEXT_CHARACTERS:
        message = Message("token_too_long", length=len(token.text), limit=MAX_TEXT_CHARACTERS)
        yield Problem.about(path, message, code="text_too_long")
