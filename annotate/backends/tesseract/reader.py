"""Reads an image: each region on its own, enlarged, then the image as a whole."""

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from PIL import ImageOps
from PIL.Image import Image, Resampling
from pydantic import JsonValue

from annotate.backends.base import Availability, BackendError, Box, Reader, Word
from annotate.backends.tesseract import engine
from annotate.messages import Message

# Two readings that share this much of the smaller box are readings of the same ink.
SAME_INK = 0.5


def merge(words: Sequence[Word]) -> list[Word]:
    """Keep the surest reading of each piece of ink.

    Example: "PARKING" (0.95) read in one crop and "PARKIN" (0.6) at the same place in another
    give "PARKING"; the same word at two places stays twice.
    """
    kept: list[Word] = []
    for word in sorted(words, key=_sureness):
        if all(_shared(word.box, other.box) < SAME_INK for other in kept):
            kept.append(word)
    return kept


def _sureness(word: Word) -> tuple[float, int, str, float, float]:
    """Longer first among equally sure ones: the shorter may be a part of it."""
    return -round(word.score, 2), -len(word.text), word.text, word.box.y, word.box.x


def _shared(a: Box, b: Box) -> float:
    wide = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
    high = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
    smaller = min(a.width * a.height, b.width * b.height)
    if wide <= 0 or high <= 0 or smaller <= 0:
        return 0.0
    return wide * high / smaller


def in_reading_order(words: Sequence[Word]) -> list[Word]:
    """Words line by line from the top, each line from the left.

    A word belongs to the line above it when their centres are less than half a word's height
    apart. Text that runs from the right, or in columns, comes in another order than it is read.

    Example: at (x, y) "PARKING" (60, 11), "8" (0, 40) and "NO" (0, 10) of height 20 give
    NO PARKING 8.
    """
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (_middle(word), word.box.x)):
        last = lines[-1][0] if lines else None
        if last is not None and _middle(word) - _middle(last) < min(_high(word), _high(last)) / 2:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [word for line in lines for word in sorted(line, key=lambda word: word.box.x)]


def _middle(word: Word) -> float:
    return word.box.y + word.box.height / 2


def _high(word: Word) -> float:
    return word.box.height


OLDEST = (4, 0)  # the first version with the neural recogniser, which reads photographs
CROP_HEIGHT = 300  # pixels; letters of a sign become about as high as those of a scanned page
WHOLE_HEIGHT = 900
LONGEST_SIDE = 3000
MOST_ENLARGED = 8.0
MARGIN = 0.03  # of a region's sides: letters at the very edge are read badly
SMALLEST_SIDE = 8  # pixels
SURE = 50.0
# Bark and brickwork are read as scattered letters: short words must be surer than long ones, and
# a place where most of what was read is doubtful holds no text.
SHORT = 3  # characters
SURE_IF_SHORT = 85.0
LEAST_SHARE_SURE = 0.4
# A look at a whole photograph takes leaves and railings for letters.
SURE_IN_WHOLE = 80.0
CALL_SECONDS = 10.0
IMAGE_SECONDS = 40.0


class Look(NamedTuple):
    """One way to look: where, how large, and how the engine is to lay out what it sees."""

    box: Box
    height: int
    layout: int
    threshold: int
    sure: float


class TesseractReader(Reader):
    """Words that Tesseract is sure of, in boxes."""

    name: ClassVar[str] = "tesseract"
    version: ClassVar[str] = "1"
    title: ClassVar[str] = "Tesseract"

    def __init__(self, *, language: str = "eng", seconds: float = IMAGE_SECONDS) -> None:
        self._language = language
        self._seconds = seconds

    @property
    def parameters(self) -> Mapping[str, JsonValue]:
        installed = engine.version() or ()
        return {
            "engine": ".".join(str(part) for part in installed),
            "language": self._language,
            "crop_height": CROP_HEIGHT,
            "sure": SURE,
            "sure_in_whole": SURE_IN_WHOLE,
            "sure_if_short": SURE_IF_SHORT,
            "least_share_sure": LEAST_SHARE_SURE,
        }

    def health(self) -> Availability:
        """The program must be there, new enough, and know the languages."""
        reason = self._obstacle()
        return Availability(available=reason is None, reason=reason)

    def _obstacle(self) -> Message | None:
        if engine.path() is None:
            return Message("tesseract_not_installed")
        installed = engine.version()
        if installed is None or installed < OLDEST:
            return Message("tesseract_too_old")
        missing = sorted(set(self._language.split("+")) - engine.languages())
        if missing:
            packages = " ".join(f"tesseract-ocr-{code}" for code in missing)
            return Message("tesseract_without_language", languages=missing, packages=packages)
        return None

    def read(self, image: Image, regions: Sequence[Box] = ()) -> list[Word]:
        """What was not looked at within the time is left out.

        Raises:
            BackendError: not one look succeeded.
        """
        until = time.monotonic() + self._seconds
        words: list[Word] = []
        failure: BackendError | None = None
        succeeded = False
        for look in _looks(image, regions):
            left = until - time.monotonic()
            if left <= 0:
                break
            try:
                words += self._read(image, look, timeout=min(CALL_SECONDS, left))
                succeeded = True
            except BackendError as problem:
                failure = problem
        if failure is not None and not succeeded:
            raise failure
        return in_reading_order(merge(words))

    def _read(self, image: Image, look: Look, *, timeout: float) -> list[Word]:
        """Read dark on light and light on dark, and keep the reading with more sure letters."""
        picture, scale = _prepared(image, look)
        readings = [
            _sure(
                engine.read(
                    shade,
                    layout=look.layout,
                    threshold=look.threshold,
                    language=self._language,
                    timeout=timeout,
                ),
                least=look.sure,
            )
            for shade in (picture, ImageOps.invert(picture))
        ]
        return [_placed(word, look.box, scale) for word in max(readings, key=_letters)]


def _sure(words: list[engine.ReadWord], *, least: float) -> list[engine.ReadWord]:
    """The words to rely on: none where most of what was read is doubtful."""
    kept = [
        word
        for word in words
        if word.confidence >= (max(least, SURE_IF_SHORT) if len(word.text) <= SHORT else least)
        and any(map(str.isalnum, word.text))
    ]
    return kept if _letters(kept) >= LEAST_SHARE_SURE * _letters(words) else []


def _letters(words: list[engine.ReadWord]) -> int:
    return sum(len(word.text) for word in words)


def _looks(image: Image, regions: Sequence[Box]) -> Iterator[Look]:
    whole = Box(x=0, y=0, width=image.width, height=image.height)
    # One block (6) of one ink for a sign; scattered words (11) on uneven ground for the whole.
    yield Look(whole, WHOLE_HEIGHT, layout=11, threshold=2, sure=SURE_IN_WHOLE)
    for region in regions:
        box = _with_margin(region, image)
        if min(box.width, box.height) >= SMALLEST_SIDE:
            yield Look(box, CROP_HEIGHT, layout=6, threshold=0, sure=SURE)


def _with_margin(box: Box, image: Image) -> Box:
    across, down = box.width * MARGIN, box.height * MARGIN
    left, top = max(0, int(box.x - across)), max(0, int(box.y - down))
    right = min(image.width, int(box.x + box.width + across) + 1)
    bottom = min(image.height, int(box.y + box.height + down) + 1)
    return Box(x=left, y=top, width=right - left, height=bottom - top)


def _prepared(image: Image, look: Look) -> tuple[Image, float]:
    """The part of the image in grey at the size in which it is read, and the scale."""
    box = look.box
    corners = (int(box.x), int(box.y), int(box.x + box.width), int(box.y + box.height))
    grey = image.crop(corners).convert("L")
    scale = min(max(1.0, look.height / grey.height), MOST_ENLARGED)
    scale = min(scale, LONGEST_SIDE / max(grey.size))
    size = (max(1, round(grey.width * scale)), max(1, round(grey.height * scale)))
    return grey.resize(size, Resampling.LANCZOS), scale


def _placed(word: engine.ReadWord, look: Box, scale: float) -> Word:
    box = Box(
        x=look.x + word.left / scale,
        y=look.y + word.top / scale,
        width=word.width / scale,
        height=word.height / scale,
    )
    return Word(text=word.text, box=box, score=word.confidence / 100)
