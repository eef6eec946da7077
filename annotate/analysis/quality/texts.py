"""Flags about texts among many: nearly the same again, pasted, or drawn by chance."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import TypeVar

from annotate.analysis.duplicates import Group, near_duplicates
from annotate.analysis.pasted import Pasted, pasted
from annotate.analysis.quality.captions import is_canned
from annotate.analysis.quality.model import CaptionWork, Code, FlagFound, FlagSettings, Numbers

Key = int | str

_RANK_BYTES = 16


def text_flags_of(
    works: Sequence[CaptionWork],
    settings: FlagSettings | None = None,
    *,
    instructions: Iterable[str] = (),
) -> list[FlagFound]:
    """Return ``near_duplicate`` and ``pasted_instruction`` flags, in the order of ``works``.

    A text is compared with all others of ``works``; the canned text never counts. A group of
    near-duplicates is flagged for a person who wrote two of them, and for all once there are three:
    two people may well describe two things in the same words. ``instructions`` are the texts that
    the annotators see: guidelines, questions, rules.

    >>> text = "A very wonderful view and worth seeing"
    >>> works = [CaptionWork(key=at, image=at, worker="Ann", text=text) for at in (1, 2)]
    >>> [flag.explanation for flag in text_flags_of(works)][:1]
    ['2 answers about 2 images by 1 person have nearly the same text, 2 of them by this person \
(similarity at least 100%; the limit is 80%).']
    """
    settings = settings or FlagSettings()
    own_words = [work for work in works if not is_canned(work, settings)]
    flags = [
        *_duplicate_flags(own_words, settings),
        *_pasted_flags(own_words, settings, instructions),
    ]
    order = {work.key: at for at, work in enumerate(works)}
    return sorted(flags, key=lambda flag: order[flag.key] if flag.key is not None else -1)


def _duplicate_flags(works: Sequence[CaptionWork], settings: FlagSettings) -> Iterator[FlagFound]:
    if "near_duplicate" in settings.off:
        return
    groups = near_duplicates(
        [work.text for work in works],
        similarity=settings.duplicate_similarity,
        min_words=settings.duplicate_min_words,
        ignored=[settings.canned_text] if settings.canned_text else [],
    )
    for group in groups:
        yield from _flags_of_group([works[at] for at in group.members], group, settings)


def _flags_of_group(
    members: Sequence[CaptionWork], group: Group, settings: FlagSettings
) -> Iterator[FlagFound]:
    own = Counter(work.worker for work in members)
    common: dict[str, int | float | str | list[str]] = {
        "answers": len(members),
        "images": len({work.image for work in members}),
        "workers": len(own),
        "similarity": group.similarity,
        "limit": settings.duplicate_similarity,
    }
    keys = [work.key for work in members]
    for work in members:
        enough = len(members) >= settings.duplicate_min_answers
        if enough or own[work.worker] >= settings.duplicate_min_own:
            yield _flag(work, "near_duplicate", common | {"own": own[work.worker]}, keys)


def _pasted_flags(
    works: Sequence[CaptionWork], settings: FlagSettings, instructions: Iterable[str]
) -> Iterator[FlagFound]:
    if "pasted_instruction" in settings.off:
        return
    hits = pasted(
        [work.text for work in works],
        images=[work.image for work in works],
        workers=[work.worker for work in works],
        instructions=instructions,
        share=settings.pasted_share,
        min_images=settings.pasted_min_images,
    )
    alike: dict[tuple[Key, str], list[Key]] = defaultdict(list)
    for hit in hits:
        work = works[hit.position]
        alike[work.worker, hit.passage].append(work.key)
    for hit in hits:
        work = works[hit.position]
        related = alike[work.worker, hit.passage]
        yield _flag(work, "pasted_instruction", _numbers(hit, settings), related)


def _numbers(hit: Pasted, settings: FlagSettings) -> Numbers:
    return {
        "share": hit.share,
        "limit": settings.pasted_share,
        "source": hit.source,
        "images": hit.images,
        "passage": hit.passage,
    }


def _flag(work: CaptionWork, code: Code, numbers: Numbers, keys: Iterable[Key]) -> FlagFound:
    return FlagFound(
        key=work.key,
        worker=work.worker,
        code=code,
        numbers=numbers,
        related=tuple(key for key in keys if key != work.key),
    )


KeyT = TypeVar("KeyT", bound=Key)


def random_sample(keys: Collection[KeyT], *, count: int, seed: int | str) -> list[KeyT]:
    """Return ``count`` of the keys (or all, where there are fewer), drawn evenly by ``seed``.

    Each key is ranked by a hash of the seed and itself. So the draw depends neither on the order of
    the keys nor on the version of Python, and with a greater count the earlier draw stays in it.

    >>> random_sample(range(1, 1001), count=3, seed=7)
    [900, 772, 854]
    >>> random_sample(reversed(range(1, 1001)), count=3, seed=7)
    [900, 772, 854]
    """
    return sorted(set(keys), key=lambda key: (_rank(key, seed), str(key)))[: max(0, count)]


def is_drawn(key: Key, *, share: float, seed: int | str) -> bool:
    """Whether a key is among the ``share`` (0-1) of all keys that ``seed`` draws.

    Each key is drawn by itself, so that the draw is the same whatever other keys there are, and a
    greater share holds a smaller one.

    >>> [key for key in range(50) if is_drawn(key, share=0.1, seed=7)]
    [4, 5, 7, 14, 20, 22, 28, 38]
    """
    place = int.from_bytes(_rank(key, seed))
    return bool(place < share * 256**_RANK_BYTES)


def random_flags_of(workers: Mapping[KeyT, Key], *, count: int, seed: int | str) -> list[FlagFound]:
    """Return a ``random_sample`` flag for each key drawn; ``workers`` says who gave which answer.

    >>> random_flags_of({"x": "Ann"}, count=5, seed=1)[0].explanation
    'One of 1 answers drawn by chance from 1 with the seed 1.'
    """
    drawn = random_sample(workers.keys(), count=count, seed=seed)
    numbers = {"count": len(drawn), "of": len(workers), "seed": seed}
    return [
        FlagFound(key=key, worker=workers[key], code="random_sample", numbers=numbers)
        for key in drawn
    ]


def _rank(key: Key, seed: int | str) -> bytes:
    return blake2b(f"{seed}\0{key}".encode(), digest_size=_RANK_BYTES).digest()
