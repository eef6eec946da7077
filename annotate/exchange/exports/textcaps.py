"""The layouts of the TextCaps release (captions) and of the TextVQA release (text in images).

Facts of the layouts: textvqa.org/textcaps, version 0.1, and the OCR of version 0.2 by Rosetta.
"""

import re
from collections.abc import Iterable
from typing import Any

from annotate.exchange.exports.answers import ON_REJECTED, Caption, captions_of
from annotate.exchange.exports.base import Format, ListWriter, decode, encode
from annotate.exchange.exports.files import DigestingFile
from annotate.exchange.exports.reading import Answer, Exported, Picture, Scope
from annotate.kinds.capabilities import BoxJson, Captions, ReadsText
from annotate.workflow.models import Annotation

FIRST_CAPTION = 100_000_000
_SUFFIX = re.compile(r"\.(jpe?g|png|webp|gif|bmp|tiff?)$", re.IGNORECASE)
_FILES = {"jpeg": "jpg"}
_NOT_WORDS = re.compile(r"(\W+)")


class TextCapsWriter(ListWriter):
    """One entry per caption; each repeats all captions of its image as references."""

    with_seeds = False
    with_measures = False

    def __init__(self, scope: Scope, out: DigestingFile) -> None:
        head = {
            "dataset_name": "textcaps",
            "dataset_type": scope.selection.split or "all",
            "dataset_version": 0.1,
        }
        self.head = encode(head)[:-1] + b',"data":['
        super().__init__(scope, out)
        self._number = FIRST_CAPTION

    def items(self, sample: Exported) -> Iterable[bytes]:
        captions = captions_of(sample)
        about = _picture(sample.picture) | {
            "reference_strs": [caption.text for caption in captions],
            "reference_tokens": [tokens(caption.text) for caption in captions],
        }
        for caption in captions:
            yield encode(about | _caption(caption, self._number))
            self._number += 1


def _picture(picture: Picture) -> dict[str, Any]:
    key = image_key(picture.external_id)
    suffix = _FILES.get(picture.format, picture.format)
    return {
        "flickr_300k_url": None,
        "flickr_original_url": None,
        "image_classes": [],
        "image_height": picture.height,
        "image_id": key,
        "image_name": key,
        "image_path": f"{picture.split}/{key}.{suffix}" if picture.split else f"{key}.{suffix}",
        "image_width": picture.width,
        "set_name": picture.split or None,
    }


def _caption(caption: Caption, number: int) -> dict[str, Any]:
    return {
        "caption_id": number,
        "caption_str": caption.text,
        "caption_tokens": tokens(caption.text),
        **({} if caption.typed is None else {"original_caption_str": caption.typed}),
        **(ON_REJECTED if caption.rests_on_rejected else {}),
    }


def image_key(external_id: str) -> str:
    """An image's id without the ending of a picture file.

    >>> image_key("011e7e629fb9ae7b.jpg"), image_key("011e7e629fb9ae7b")
    ('011e7e629fb9ae7b', '011e7e629fb9ae7b')
    """
    return _SUFFIX.sub("", external_id)


def tokens(text: str) -> list[str]:
    """A caption cut up as in the release, between the marks of its begin and end.

    Lower case; full stops, commas and question marks go; letters and digits stay together, and so
    does what stands between them. This gives the tokens of all captions of the released sample.

    >>> tokens("The time is now 10:22.")
    ['<s>', 'the', 'time', 'is', 'now', '10', ':', '22', '</s>']
    """
    bare = re.sub(r"[.,?]", "", text.lower())
    parts = (part.strip() for part in _NOT_WORDS.split(bare))
    return ["<s>", *filter(None, parts), "</s>"]


class TextWriter(ListWriter):
    """One record per image: the words in it, and where they stand as shares of its sides."""

    def text(self, sample: Exported) -> Answer[ReadsText] | None:
        """The last answer of a person or an import, or what a machine read."""
        return _newest(sample, machine=False) or _newest(sample, machine=True)

    def items(self, sample: Exported) -> Iterable[bytes]:
        answer = self.text(sample)
        return [encode(_record(sample, answer))] if answer else []


class ReadWriter(TextWriter):
    """The same for what a machine read, whatever people made of it."""

    def text(self, sample: Exported) -> Answer[ReadsText] | None:
        return _newest(sample, machine=True)


def _newest(sample: Exported, *, machine: bool) -> Answer[ReadsText] | None:
    answers = sample.able(ReadsText, lambda row: (row.origin == Annotation.Origin.MODEL) == machine)
    return answers[-1] if answers else None


def _record(sample: Exported, answer: Answer[ReadsText]) -> dict[str, Any]:
    picture = sample.picture
    read = answer.kind.read_tokens(decode(answer.round.value_json))
    legible = [token for token in read if token["legible"]]
    return {
        "image_id": image_key(picture.external_id),
        "ocr_info": [
            {"bounding_box": _box(token["box"], picture), "word": token["text"]}
            for token in legible
        ],
        "ocr_tokens": [token["text"] for token in legible],
        **(ON_REJECTED if sample.rests(answer) else {}),
    }


def _box(box: BoxJson, picture: Picture) -> dict[str, float]:
    """A box in shares of the image; ours are upright, so nothing is turned."""
    return {
        "height": box["height"] / picture.height,
        "pitch": 0,
        "roll": 0,
        "rotation": 0,
        "top_left_x": box["x"] / picture.width,
        "top_left_y": box["y"] / picture.height,
        "width": box["width"] / picture.width,
        "yaw": 0,
    }


CAPTIONS = Format(
    name="textcaps",
    title="TextCaps: captions with references",
    summary="Captions with their references in the layout of the TextCaps release.",
    suffix=".json",
    content_type="application/json",
    writer=TextCapsWriter,
    needs=(Captions,),
)
TEXT = Format(
    name="textcaps-ocr",
    title="TextCaps: the text in the images",
    summary="The text in the images in the layout of the TextVQA release.",
    suffix=".json",
    content_type="application/json",
    writer=TextWriter,
    needs=(ReadsText,),
)
READ = Format(
    name="textcaps-ocr-read",
    title="TextCaps: what a machine read in the images",
    summary="The same for what a machine read, before anybody corrected it.",
    suffix=".json",
    content_type="application/json",
    writer=ReadWriter,
    needs=(ReadsText,),
    of_people=False,
)
