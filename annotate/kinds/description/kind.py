"""Task 2: the description of the whole image."""

from collections.abc import Sequence

from annotate.analysis.agreement_intervals import Images
from annotate.analysis.agreement_measures import Measure, caption_measures
from annotate.analysis.text import is_blank
from annotate.analysis.tokens import count_words
from annotate.kinds.base import Kind, Measures, Stimulus, text_measures
from annotate.kinds.capabilities import Describes, MeasuresAgreement, Refinable, Seedable
from annotate.kinds.description.model import DescriptionAnswer, DescriptionSettings
from annotate.kinds.problems import Problem
from annotate.kinds.rules import check_rules
from annotate.messages import Message


class DescriptionKind(
    Describes,
    Seedable,
    Refinable[DescriptionAnswer],
    MeasuresAgreement[DescriptionSettings, DescriptionAnswer],
    Kind[DescriptionSettings, DescriptionAnswer],
):
    """One text per answer; rounds refine it."""

    name = "description.v1"
    title = "Image description"
    Settings = DescriptionSettings
    Answer = DescriptionAnswer
    empty = DescriptionAnswer(text="")
    seed_roles = ("captioner", "detector")
    seed_authors = ("captioner",)

    def problems(
        self,
        answer: DescriptionAnswer,
        stimulus: Stimulus,
        settings: DescriptionSettings,
        base: DescriptionAnswer | None = None,
    ) -> list[Problem]:
        problems = []
        count, needed = count_words(answer.text), settings.min_words
        if needed and is_blank(answer.text):
            problems.append(_problem("text_missing", Message("description_of_image_missing")))
        elif count < needed:
            message = Message("description_too_short", count=count, fewest=needed)
            problems.append(_problem("text_too_short", message))
        length, limit = len(answer.text), settings.max_characters
        if length > limit:
            over = length - limit
            message = Message("description_too_long", length=length, over=over, limit=limit)
            problems.append(_problem("text_too_long", message))
        return [*problems, *check_rules(self.texts(answer), settings.rules, stimulus)]

    def texts(self, answer: DescriptionAnswer) -> dict[str, str]:
        return {"text": answer.text} if answer.text else {}

    def measure(self, answer: DescriptionAnswer) -> Measures:
        return text_measures([answer.text])

    def refined_text(self, answer: DescriptionAnswer) -> str:
        return answer.text

    def agreement(
        self,
        items: Sequence[Sequence[DescriptionAnswer]],
        settings: DescriptionSettings,
        images: Images = None,
    ) -> list[Measure]:
        return caption_measures([[answer.text for answer in item] for item in items], images)


def _problem(code: str, message: Message) -> Problem:
    return Problem.about("text", message, code=code)
