"""How many visual questions the captions of their images answer (VizWiz-Captions §3.2, Table 2).

The answer of a question is the most popular of the ten that people gave; it counts as found where
it stands exactly in at least one caption of the image. The paper leaves open, and here it is fixed:

* Found is a run of whole words in lower case and without punctuation. Parts of words would not be
  what the paper counted: "no" stands in "another", yet it finds 1% of the yes and no questions.
* Of answers that are equally popular the one that was given first is taken. What any other choice
  could give is told beside the figure.
* Questions that are not answerable are left out, as there; and so are those without a caption.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotate.analysis import proportions
from annotate.analysis.caption_files import LayoutError
from annotate.analysis.intervals import Interval
from annotate.analysis.tokens import named_words

ALL = "all"


@dataclass(frozen=True, slots=True)
class Question:
    """A question about an image, what people answered, and the type of the answer."""

    image: str
    answers: tuple[str, ...]
    type: str
    answerable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Of some questions those whose answer a caption has.

    ``share`` is in [0, 1] and ``share.n`` the number of questions. ``lowest`` and ``highest`` are
    how many other choices among ``tied`` answers could find.
    """

    found: int
    share: Interval
    tied: int
    lowest: int
    highest: int


def questions_of(content: Any) -> list[Question]:
    """Return the questions of a parsed JSON file of VizWiz-VQA; raises :class:`LayoutError`.

    >>> questions_of([{"image": "a.jpg", "answers": [{"answer": "Red"}], "answer_type": "other"}])
    [Question(image='a.jpg', answers=('Red',), type='other', answerable=True)]
    """
    if not isinstance(content, list):
        raise LayoutError("The file must be a list of questions.")
    return [_question(row, f"[{at}]") for at, row in enumerate(content)]


def _question(row: Any, where: str) -> Question:
    if not isinstance(row, dict):
        raise LayoutError(f"{where} must be an object with named fields.")
    for name in ("image", "answer_type"):
        if not isinstance(row.get(name), str) or not row[name]:
            raise LayoutError(f"{where}.{name} must be a text.")
    answers = row.get("answers")
    if not isinstance(answers, list) or not answers:
        raise LayoutError(f"{where}.answers must be a list with an answer or more.")
    texts = [_answer(answer, f"{where}.answers[{at}]") for at, answer in enumerate(answers)]
    answerable = row.get("answerable", 1)
    if answerable not in (0, 1):
        raise LayoutError(f"{where}.answerable must be 0 or 1.")
    return Question(row["image"], tuple(texts), row["answer_type"], bool(answerable))


def _answer(answer: Any, where: str) -> str:
    text = answer.get("answer") if isinstance(answer, dict) else answer
    if not isinstance(text, str):
        raise LayoutError(f"{where}.answer must be a text.")
    return text


def most_popular(answers: Sequence[str]) -> list[str]:
    """Return the answers that most people gave, in the order in which they were first given.

    Capitals, and white space at the ends, make no other answer.

    >>> most_popular(["Red", "blue", "red ", "Blue", "green"])
    ['red', 'blue']
    """
    numbers = Counter(answer.strip().lower() for answer in answers)
    most = max(numbers.values(), default=0)
    return [answer for answer, number in numbers.items() if number == most]


def stands_in(answer: str, captions: Iterable[str]) -> bool:
    """Tell whether an answer stands in one of the captions; one without a word never does.

    >>> stands_in("coca-cola", ["A can of Coca Cola."]), stands_in("no", ["Another can."])
    (True, False)
    """
    wanted = named_words(answer)
    size = len(wanted)
    if not size:
        return False
    for caption in captions:
        spoken = named_words(caption)
        if any(spoken[at : at + size] == wanted for at in range(len(spoken) - size + 1)):
            return True
    return False


def answers_found(
    questions: Iterable[Question],
    captions: Mapping[str, Sequence[str]],
    groups: Mapping[str, str] | None = None,
) -> dict[str, dict[str, Found]]:
    """Return the table of the paper: by group of images, then by type of answer, "all" first.

    Args:
        captions: of each image, by its name; questions about other images are left out.
        groups: of each image, such as whether it has text; none makes "all" the only group.

    Worked example: one of two answers stands in a caption.

    >>> asked = [Question("a", ("red",), "other"), Question("a", ("no",), "yes/no")]
    >>> table = answers_found(asked, {"a": ["A red kite."]})
    >>> {kind: (each.found, each.share.n) for kind, each in table["all"].items()}
    {'all': (1, 2), 'other': (1, 1), 'yes/no': (0, 1)}
    """
    cells: dict[str, dict[str, list[list[bool]]]] = {ALL: {ALL: []}}
    for question in questions:
        if not question.answerable or not captions.get(question.image):
            continue
        own = captions[question.image]
        hits = [stands_in(answer, own) for answer in most_popular(question.answers)]
        group = (groups or {}).get(question.image)
        for row in {ALL, group or ALL}:
            for kind in (ALL, question.type):
                cells.setdefault(row, {ALL: []}).setdefault(kind, []).append(hits)
    return {
        row: {kind: _found(of_kind) for kind, of_kind in sorted(kinds.items(), key=_all_first)}
        for row, kinds in sorted(cells.items(), key=_all_first)
    }


def _all_first(entry: tuple[str, object]) -> tuple[bool, str]:
    return entry[0] != ALL, entry[0]


def _found(asked: Sequence[Sequence[bool]]) -> Found:
    number = len(asked)
    found = sum(hits[0] for hits in asked)
    return Found(
        found=found,
        share=proportions.share(found, number),
        tied=sum(len(hits) > 1 for hits in asked),
        lowest=sum(map(all, asked)),
        highest=sum(map(any, asked)),
    )
