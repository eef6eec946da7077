"""The question by which a model checks a description against its image, and what it replied.

The model gets the image, the sentences of the description and the objects that people marked, all
numbered. It says of each sentence whether the image shows what it says, and which of the objects
no sentence mentions. Nothing in a reply is trusted: a sentence of which it says nothing, something
unknown or two different things was not read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from annotate.backends.base import Box
from annotate.backends.openai.boxes import detection, values_in
from annotate.backends.openai.prompts import NOTHING, box_words, filled
from annotate.backends.runs import sane

# Changes whenever the question does, so that replies to another one are told apart.
PROMPT = "second-reader-1"
QUESTION = """\
Somebody described this image. Check what they wrote against the image, sentence by sentence.

The sentences:
{sentences}

Objects that other people marked in the image:
{objects}

Say of each sentence one of these:
"seen": the image shows all that the sentence says.
"not_seen": the image neither shows nor refutes some of what the sentence says.
"contradicted": the image shows that some of what the sentence says is wrong.
Give a box around what decides it, {box}, or null where there is no such place.
Say also which of the objects no sentence mentions, by whatever name.
Answer with JSON alone, in this form:
{"sentences": [{"number": 1, "verdict": "seen", "box": [n, n, n, n]}], "not_mentioned": [2]}"""

Verdict: TypeAlias = Literal["seen", "not_seen", "contradicted"]
Read: TypeAlias = Literal["seen", "not_seen", "contradicted", "invalid"]
VERDICTS: tuple[str, ...] = get_args(Verdict)
USUAL_SPAN = 1000


@dataclass(frozen=True)
class Boxes:
    """How a model writes boxes: the order of the numbers, and what they go up to."""

    order: str = "xyxy"
    span: int = USUAL_SPAN

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> "Boxes":
        """As a connection is set; pixels of a picture sent are asked for on the usual grid.

        >>> Boxes.of({"box_order": "yxyx", "box_range": 0})
        Boxes(order='yxyx', span=1000)
        """
        order = settings.get("box_order") or cls.order
        return cls(str(order), int(settings.get("box_range") or cls.span))


@dataclass(frozen=True)
class ReadSentence:
    """What was said of one sentence; the box is in pixels of the image."""

    verdict: Read
    box: Box | None = None


@dataclass(frozen=True)
class Reply:
    """What was said of every sentence, in order, and the places of the objects not mentioned.

    `not_mentioned` is None where the reply does not say it in a way that can be read.
    """

    sentences: tuple[ReadSentence, ...]
    not_mentioned: tuple[int, ...] | None


def question_about(sentences: Sequence[str], objects: Sequence[str], boxes: Boxes) -> str:
    """The question about one description.

    >>> asked = question_about(["A dog runs."], ["a dog", "a ball"], Boxes())
    >>> [line for line in asked.splitlines() if line[:1].isdigit()]
    ['1. A dog runs.', '1. a dog', '2. a ball']
    """
    box = box_words(boxes.order, boxes.span, (0, 0))
    places = {"sentences": _numbered(sentences), "objects": _numbered(objects), "box": box}
    return filled(QUESTION, places)


def _numbered(lines: Sequence[str]) -> str:
    return "\n".join(f"{at}. {line}" for at, line in enumerate(lines, start=1)) or NOTHING


def reply_in(
    text: str, *, sentences: int, objects: int, size: tuple[int, int], boxes: Boxes
) -> Reply:
    """What a model replied about so many sentences and objects.

    >>> said = '{"sentences": [{"number": 1, "verdict": "seen", "box": [0, 0, 500, 500]}]}'
    >>> reply = reply_in(said, sentences=2, objects=0, size=(40, 20), boxes=Boxes())
    >>> [each.verdict for each in reply.sentences], reply.sentences[0].box.width
    (['seen', 'invalid'], 20.0)
    >>> reply_in("It is all there.", sentences=1, objects=1, size=(9, 9), boxes=Boxes())
    Reply(sentences=(ReadSentence(verdict='invalid', box=None),), not_mentioned=None)
    """
    found: dict[str, Any] = next(filter(_is_reply, values_in(text)), {})
    said: dict[int, list[Mapping[str, Any]]] = {}
    for entry in found.get("sentences", ()):
        if isinstance(entry, dict) and type(entry.get("number")) is int:
            said.setdefault(entry["number"], []).append(entry)
    return Reply(
        tuple(_sentence(said.get(at, ()), size, boxes) for at in range(1, sentences + 1)),
        _places(found.get("not_mentioned"), objects),
    )


def _is_reply(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("sentences"), list)


def _sentence(
    entries: Sequence[Mapping[str, Any]], size: tuple[int, int], boxes: Boxes
) -> ReadSentence:
    verdicts = {entry.get("verdict") for entry in entries if _is_verdict(entry)}
    if len(verdicts) != 1 or not all(map(_is_verdict, entries)):
        return ReadSentence("invalid")
    drawn = next((box for entry in entries if (box := _box(entry, size, boxes))), None)
    return ReadSentence(verdicts.pop(), drawn)  # type: ignore[arg-type]


def _is_verdict(entry: Mapping[str, Any]) -> bool:
    verdict = entry.get("verdict")
    return isinstance(verdict, str) and verdict in VERDICTS


def _box(entry: Mapping[str, Any], size: tuple[int, int], boxes: Boxes) -> Box | None:
    """A box that can be used; one that cannot decides nothing, and is left out."""
    if entry.get("box") is None:
        return None
    scale = (size[0] / boxes.span, size[1] / boxes.span)
    found = detection({"label": "place", "box": entry["box"]}, boxes.order, scale)
    kept = sane([found], *size).detections
    return kept[0].box if kept else None


def _places(listed: Any, objects: int) -> tuple[int, ...] | None:
    """Places from 0 of the numbers listed; those of no object make the list unreadable."""
    if not isinstance(listed, list):
        return () if not objects and listed is None else None
    if not all(type(number) is int and 1 <= number <= objects for number in listed):
        return None
    return tuple(sorted({number - 1 for number in listed}))
