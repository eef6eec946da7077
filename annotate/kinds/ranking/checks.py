"""What keeps a ranking from being submitted."""

from collections.abc import Iterator, Sequence

from annotate.analysis.text import is_blank
from annotate.kinds.problems import Problem
from annotate.kinds.ranking.answer import RankingAnswer
from annotate.kinds.ranking.settings import RankingSettings

Ranks = Sequence[int | None]


def problems(answer: RankingAnswer, shown: int, settings: RankingSettings) -> Iterator[Problem]:
    """Yield texts without a rank, ranks of no text, gaps, ties that may not be, missing reasons.

    ``shown`` is how many texts there are. Gaps are told once every text has a rank: until then the
    next one may close them.
    """
    unfinished = [*_missing(answer.ranks, shown), *_beyond(answer.ranks, shown)]
    yield from unfinished or _gaps(answer.ranks)
    if not settings.ties:
        yield from _ties(answer.ranks)
    if settings.justification == "required" and is_blank(answer.justification):
        message = "Say in a few words why you put them in this order."
        yield Problem(code="justification_missing", path="justification", message=message)


def _missing(given: Ranks, shown: int) -> Iterator[Problem]:
    for place in range(shown):
        if place >= len(given) or given[place] is None:
            message = f"Give text {_letter(place)} a rank."
            yield _problem("rank_missing", place, message, text=_letter(place))


def _beyond(given: Ranks, shown: int) -> Iterator[Problem]:
    for place in range(shown, len(given)):
        message = f"Only {shown} texts are shown; remove this rank."
        yield _problem("unknown_text", place, message, count=shown)


def _gaps(given: Ranks) -> Iterator[Problem]:
    for place, rank in enumerate(given):
        if rank is not None and rank > 1 and rank - 1 not in given:
            message = f"No text has the rank {rank - 1}; ranks follow one another without a gap."
            yield _problem("rank_gap", place, message, rank=rank - 1)


def _ties(given: Ranks) -> Iterator[Problem]:
    for place, rank in enumerate(given):
        if rank is not None and rank in given[:place]:
            message = f"Another text has the rank {rank}; each needs a rank of its own."
            yield _problem("rank_tied", place, message, rank=rank)


def _letter(place: int) -> str:
    """What raters call the text: the first one is A."""
    return chr(ord("A") + place)


def _problem(code: str, place: int, message: str, **params: str | int | float) -> Problem:
    return Problem(code=code, path=f"ranks[{place}]", message=message, params=params)
