"""The flags of a set of captions: times, capitals, canned text, the text question (VW App. A.1).

The details follow the published code of the collection where the paper leaves them open:

* a time is compared with the times of the **same image** and the **population** standard deviation;
  with five answers |z| cannot pass 2.0 (with the sample SD it could not pass 1.79, and the limit of
  1.95 would never be met);
* with fewer than five known times of an image it could never be met: then the time for the image is
  compared with all results, by the clocks of :mod:`annotate.analysis.quality.clocks`;
* capitals are counted among **all** characters of the trimmed text, spaces included;
* the canned text is recognised in any case, with or without its full stop, also inside a text;
* "often canned" is **at least** half of the person's images, and marks the canned ones;
* "the only one" needs that everybody else did the opposite, and three answers at least.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress
from typing import Any

from annotate.analysis.quality.clocks import FEWEST_ANSWERS, Clocks, Timed, is_known
from annotate.analysis.quality.model import (
    BASES,
    Basis,
    CaptionWork,
    Code,
    FlagFound,
    FlagSettings,
    Measures,
    Numbers,
    Spread,
)
from annotate.analysis.undefined import Undefined, defined
from annotate.messages import Message

Key = int | str
Found = tuple[Code, Numbers]

ALONE_IN_ITSELF: frozenset[Code] = frozenset({"capitals", "quality_words"})

_UNKNOWN_TIME = Undefined(Message("time_of_answer_unknown"))
_ONE_TIME = Undefined(Message("single_time_of_image"))
_NO_SPREAD = Undefined(Message("same_time_of_all"))
_NO_TEXT = Undefined(Message("text_without_characters"))


def flags_of(
    works: Sequence[CaptionWork],
    settings: FlagSettings | None = None,
    clocks: Clocks | None = None,
) -> list[FlagFound]:
    """Return every flag of the captions of one stage, in the order of ``works``.

    ``works`` must hold all answers about each image that are to be compared with one another, and
    for ``canned_often`` all answers of each person; of several answers by one person about one
    image each counts. Nothing here depends on the order of ``works`` but that of the result.
    ``clocks`` say how long answers usually take; without them ``works`` are all there is.
    Near-duplicates and pasted texts are in :mod:`annotate.analysis.quality.texts`.

    Example: of three people one alone gives the canned text, and that for half of his two images.

    >>> canned = "Quality issues are too severe to recognize visual content."
    >>> works = [
    ...     CaptionWork(key=1, image="a", worker="Ann", text=canned),
    ...     CaptionWork(key=2, image="a", worker="Ben", text="A red kite above a field."),
    ...     CaptionWork(key=3, image="a", worker="Eve", text="A red kite in the sky."),
    ...     CaptionWork(key=4, image="b", worker="Ann", text="A brown dog on a sofa."),
    ... ]
    >>> [(flag.key, flag.code) for flag in flags_of(works)]
    [(1, 'canned_alone'), (1, 'canned_often')]
    """
    settings = settings or FlagSettings()
    times = [_timed(work) for work in works]
    clocks = clocks or Clocks.from_times(times, times)
    all_measures = measures_of(works, settings)
    evidence = _Evidence(all_measures)
    return [
        FlagFound(
            key=measures.work.key,
            worker=measures.work.worker,
            code=code,
            numbers=numbers,
            related=() if "clock" in numbers else evidence.beside(measures, code),
        )
        for measures in all_measures
        for code, numbers in _flags(measures, settings, clocks)
        if code not in settings.off
    ]


def measures_of(
    works: Sequence[CaptionWork], settings: FlagSettings | None = None
) -> list[Measures]:
    """Of every answer, flagged or not, in the order of ``works``."""
    settings = settings or FlagSettings()
    canned = [is_canned(work, settings) for work in works]
    spreads = {basis: _spreads(works, basis) for basis in BASES}
    images = Counter(work.image for work in works)
    workers = Counter(work.worker for work in works)
    canned_images = Counter(compress((work.image for work in works), canned))
    canned_workers = Counter(compress((work.worker for work in works), canned))
    asked = Counter(work.image for work in works if work.text_detected is not None)
    yes = Counter(work.image for work in works if work.text_detected)
    return [
        Measures(
            work=work,
            canned=canned[at],
            capitals=capitals_share(work.text),
            words_found=_words_found(work.text, settings),
            times={basis: spreads[basis][at] for basis in BASES},
            answers_of_image=images[work.image],
            canned_of_image=canned_images[work.image],
            text_answers=asked[work.image],
            text_yes=yes[work.image],
            images_of_worker=workers[work.worker],
            canned_of_worker=canned_workers[work.worker],
        )
        for at, work in enumerate(works)
    ]


def is_canned(work: CaptionWork, settings: FlagSettings) -> bool:
    """Tell whether the answer is the canned text: as it says itself, or by containing it.

    >>> work = CaptionWork(key=1, image=1, worker=1, text="quality ISSUES ")
    >>> is_canned(work, FlagSettings(canned_text="Quality issues.")), is_canned(
    ...     work, FlagSettings(canned_text=None)
    ... )
    (True, False)
    """
    if work.canned is not None:
        return work.canned
    if settings.canned_text is None:
        return False
    core = settings.canned_text.strip().rstrip(".").upper()
    return bool(core) and core in work.text.upper()


def capitals_share(text: str) -> float | Undefined:
    """Return the share of capital letters among all characters of the trimmed text, in [0, 1].

    >>> capitals_share(" STOP sign "), capitals_share(" ")
    (0.4444444444444444, Undefined(message=Message('text_without_characters')))
    """
    trimmed = text.strip()
    if not trimmed:
        return _NO_TEXT
    return _capitals(trimmed) / len(trimmed)


def spread_of(times: Sequence[float | None]) -> list[Spread]:
    """Return where each time lies among all of them, by the population standard deviation.

    Times that are None, 0 or less are not known: they do not count and have no z.

    Example: the mean of 10, 10, 10, 10 and 60 is 20 and their population SD 20; 60 has z = 2.

    >>> [spread.z for spread in spread_of([10, 10, 10, 10, 60])]
    [-0.5, -0.5, -0.5, -0.5, 2.0]
    >>> spread_of([10, None])[0].z
    Undefined(message=Message('single_time_of_image'))
    """
    known = [time for time in times if is_known(time)]
    mean, sd = _mean_and_sd([time for time in known if time is not None])
    return [_spread(time, mean, sd, len(known)) for time in times]


def _mean_and_sd(times: Sequence[float]) -> tuple[float | Undefined, float | Undefined]:
    if not times:
        return _UNKNOWN_TIME, _UNKNOWN_TIME
    mean = math.fsum(times) / len(times)
    if len(times) == 1:
        return mean, _ONE_TIME
    if min(times) == max(times):  # rounding must not make a spread of nothing
        return mean, 0.0
    return mean, math.sqrt(math.fsum((time - mean) ** 2 for time in times) / len(times))


def _spread(
    time: float | None, mean: float | Undefined, sd: float | Undefined, answers: int
) -> Spread:
    z: float | Undefined
    if not is_known(time) or time is None:
        z = _UNKNOWN_TIME
    elif isinstance(sd, Undefined) or isinstance(mean, Undefined):
        z = _ONE_TIME
    elif sd == 0.0:
        z = _NO_SPREAD
    else:
        z = (time - mean) / sd
    return Spread(seconds=time, mean=mean, sd=sd, z=z, answers=answers)


def _spreads(works: Sequence[CaptionWork], basis: Basis) -> list[Spread]:
    positions: dict[Key, list[int]] = defaultdict(list)
    for at, work in enumerate(works):
        positions[work.image].append(at)
    spreads: dict[int, Spread] = {}
    for places in positions.values():
        times = [_seconds(works[at], basis) for at in places]
        spreads.update(zip(places, spread_of(times), strict=True))
    return [spreads[at] for at in range(len(works))]


def _seconds(work: CaptionWork, basis: Basis) -> float | None:
    if basis == "hit":
        return work.seconds_hit
    return work.seconds_image if basis == "image" else work.seconds_platform


def _capitals(text: str) -> int:
    return sum(map(str.isupper, text))


def _words_found(text: str, settings: FlagSettings) -> tuple[str, ...]:
    upper = text.upper()
    return tuple(word for word in settings.quality_words if word.upper() in upper)


class _Evidence:
    """The other answers a flag was decided by: of the same image, or canned ones of the person."""

    def __init__(self, all_measures: Iterable[Measures]) -> None:
        self.of_image: dict[Key, list[Key]] = defaultdict(list)
        self.canned_of_worker: dict[Key, list[Key]] = defaultdict(list)
        for measures in all_measures:
            work = measures.work
            self.of_image[work.image].append(work.key)
            if measures.canned:
                self.canned_of_worker[work.worker].append(work.key)

    def beside(self, measures: Measures, code: Code) -> tuple[Key, ...]:
        work = measures.work
        if code in ALONE_IN_ITSELF:
            return ()
        often = code == "canned_often"
        keys = self.canned_of_worker[work.worker] if often else self.of_image[work.image]
        return tuple(key for key in keys if key != work.key)


def _flags(measures: Measures, settings: FlagSettings, clocks: Clocks) -> Iterator[Found]:
    yield from _time_flags(measures, settings)
    yield from _clock_flags(measures, settings, clocks)
    yield from _text_flags(measures, settings)
    yield from _canned_flags(measures, settings)


def _time_flags(measures: Measures, settings: FlagSettings) -> Iterator[Found]:
    codes: Mapping[Basis, Code] = {
        "hit": "time_outlier_hit",
        "image": "time_outlier_image",
        "platform": "time_outlier_platform",
    }
    for basis, spread in measures.times.items():
        z = defined(spread.z)
        if z is None or spread.answers < FEWEST_ANSWERS or abs(z) <= settings.time_z:
            continue
        numbers = {"seconds": spread.seconds, "mean": defined(spread.mean)}
        numbers |= {"sd": defined(spread.sd), "z": z}
        rounded = {name: round(value or 0.0, 4) for name, value in numbers.items()}
        yield codes[basis], rounded | {"limit": settings.time_z, "answers": spread.answers}


def _clock_flags(measures: Measures, settings: FlagSettings, clocks: Clocks) -> Iterator[Found]:
    spread = measures.times["image"]
    furthest = clocks.furthest(_timed(measures.work))
    if spread.answers >= FEWEST_ANSWERS or furthest is None:
        return
    name, clock, z = furthest
    if abs(z) > settings.clock_z:
        numbers = {"seconds": spread.seconds or 0.0, "median": clock.median, "z": z}
        rounded: dict[str, Any] = {key: round(value, 4) for key, value in numbers.items()}
        counts = {"clock": name, "limit": settings.clock_z, "answers": clock.answers}
        yield "time_outlier_image", rounded | counts


def _timed(work: CaptionWork) -> Timed:
    return Timed(work.worker, work.round, work.seconds_image)


def _text_flags(measures: Measures, settings: FlagSettings) -> Iterator[Found]:
    work, share = measures.work, defined(measures.capitals)
    if share is not None and share > settings.capitals_share:
        text = work.text.strip()
        counts = {"capitals": _capitals(text), "characters": len(text)}
        yield "capitals", counts | {"share": round(share, 4), "limit": settings.capitals_share}
    if measures.words_found and not measures.canned:
        yield "quality_words", {"words": list(measures.words_found)}
    yes, answers = measures.text_yes, measures.text_answers
    if work.text_detected is False and yes >= settings.text_yes_share * answers - 1e-9 and yes:
        yield "text_minority", {"yes": yes, "answers": answers, "limit": settings.text_yes_share}


def _canned_flags(measures: Measures, settings: FlagSettings) -> Iterator[Found]:
    canned, answers = measures.canned_of_image, measures.answers_of_image
    if answers >= settings.alone_min_answers:
        if measures.canned and canned == 1:
            yield "canned_alone", {"canned": canned, "answers": answers}
        if not measures.canned and canned == answers - 1:
            yield "not_canned_alone", {"canned": canned, "answers": answers}
    images = measures.images_of_worker
    share = measures.canned_of_worker / images
    if (
        measures.canned
        and images >= settings.canned_often_min_images
        and share >= settings.canned_often_share
    ):
        numbers: dict[str, int | float] = {"canned": measures.canned_of_worker, "images": images}
        yield (
            "canned_often",
            numbers | {"share": round(share, 4), "limit": settings.canned_often_share},
        )
