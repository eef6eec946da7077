"""What keeps a ranking from being submitted."""

from collections.abc import Iterator, Sequence

from annotate.analysis.text import is_blank
from annotate.kinds.problems import Problem
from annotate.kinds.ranking.answer import RankingAnswer
from annotate.kinds.ranking.settings import RankingSettings
from annotate.messages import Message

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
        message = Message("ranking_reason_missing")
        yield Problem.about("justification", message, code="justification_missing")


def _missing(given: Ranks, shown: int) -> Iterator[Problem]:
    for place in range(shown):
        if place >= len(given) or given[place] is None:
            yield _problem(place, Message("rank_missing", text=_letter(place)))


def _beyond(given: Ranks, shown: int) -> Iterator[Problem]:
    for place in range(shown, len(given)):
        message = Message("rank_of_no_text", count=shown)
        yield _problem(place, message, code="unknown_text")


def _gaps(given: Ranks) -> Iterator[Problem]:
    for place, rank in enumerate(given):
        if rank is not None and rank > 1 and rank - 1 not in given:
            yield _problem(place, Message("rank_gap", rank=rank - 1))


def _ties(given: Ranks) -> Iterator[Problem]:
    for place, rank in enumerate(given):
        if rank is not None and rank in given[:place]:
            yield _problem(place, Message("rank_tied", rank=rank))


def _letter(place: int) -> str:
    """What raters call the text: the first one is A."""
    return chr(ord("A") + place)


def _problem(place: int, message: Message, code: str | None = None) -> Problem:
    return Problem.about(f"ranks[{place}]", message, code=code)
