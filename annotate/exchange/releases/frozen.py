"""Samples as every database gives them: without its ids, its order of keys and its accounts."""

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal

import msgspec
from django.db.models import Min

from annotate.exchange.exports.base import encode
from annotate.exchange.exports.reading import Exported, Scope, Selection
from annotate.projects.models import Project
from annotate.workflow.models import Annotation

# Beyond it, databases disagree about what is an integer.
_LARGE = 10**16


def number(text: str) -> float | int:
    """A JSON number with a point or an exponent, as both databases have it.

    PostgreSQL has no negative zero, and writes large numbers out.

    >>> number("-0.0"), number("0.25"), number("1e+17")
    (0.0, 0.25, 100000000000000000)
    """
    value = float(text)
    return int(Decimal(text)) if abs(value) >= _LARGE else value + 0.0


_decode = msgspec.json.Decoder(float_hook=number).decode


def canonical(json: str) -> str:
    """JSON with sorted keys and no spaces.

    >>> canonical('{"b": [1.50, -0.0], "a": "ü"}')
    '{"a":"ü","b":[1.5,0.0]}'
    """
    return encode(_decode(json)).decode()


def scope_of(project: Project, selection: Selection) -> Scope:
    """What there is of a project now, with people as numbers."""
    scope = Scope.of(project, selection)
    return replace(scope, people=_numbers(project, scope.last_annotation))


def _numbers(project: Project, last: int) -> dict[int, int]:
    """A number for each person: the order in which they first answered, which never changes."""
    given = Annotation.objects.filter(project=project, author__isnull=False, id__lte=last)
    first = given.order_by().values("author_id").annotate(first=Min("id")).order_by("first")
    return {row["author_id"]: place for place, row in enumerate(first, 1)}


def frozen(batch: Iterable[Exported], before: int) -> list[Exported]:
    """The same samples, numbered behind `before` in their order, with their JSON in one form."""
    return [_frozen(sample, place) for place, sample in enumerate(batch, before + 1)]


def _frozen(sample: Exported, place: int) -> Exported:
    picture = sample.picture
    return replace(
        sample,
        picture=picture._replace(
            sample_id=place, id=place, metadata_json=canonical(picture.metadata_json)
        ),
        rounds=[
            row._replace(
                sample_id=place,
                active_seconds=number(str(row.active_seconds)),
                value_json=canonical(row.value_json),
                measures_json=canonical(row.measures_json),
                decision_json=canonical(row.decision_json),
                provenance_json=canonical(row.provenance_json) if row.provenance_json else None,
            )
            for row in sample.rounds
        ],
    )
