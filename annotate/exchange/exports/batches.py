"""Read a project's samples with everything that was said about them, in batches.

Each batch costs three queries - for which samples there are, their images and their annotations -
one more where spelling was corrected and one where work was rejected, however many samples and
annotations it has, and is forgotten before the next one is read.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Any, cast

from django.db import connection
from django.db.models import F, QuerySet, TextField, Value
from django.db.models.functions import Cast

from annotate.core.prepared import Parameter
from annotate.exchange.exports.reading import Exported, Part, Picture, Round, Scope
from annotate.quality.selectors import spelling
from annotate.workflow.models import Annotation
from annotate.workflow.selectors import resting

BATCH = 500

# What the table calls differently, or gives in another form.
_COMPUTED = {
    # As a text, which needs no conversion of a million rows; see `Round.is_from_scratch`.
    "from_scratch": Cast("from_scratch", TextField()),
    "created_at": Cast("created_at", TextField()),
    "value_json": Cast("value", TextField()),
    "measures_json": Cast("measures", TextField()),
    "decision_json": Cast("decision", TextField()),
    "provenance_json": Cast("record__provenance", TextField()),
    "verdict": F("assignment__verdict"),
    "superseded_by": F("assignment__superseded_by"),
    "kept": Cast("outcome__kept", TextField()),
}
# A third of what PostgreSQL writes as text, in place of which these are read where nobody asks.
_UNMEASURED = {
    "measures_json": Value("{}"),
    "decision_json": Value("{}"),
    "provenance_json": Value(None, output_field=TextField()),
}

# Each batch puts its own two numbers there.
_ANY_PART = Part(cast(int, Parameter("after")), cast(int, Parameter("last")))

# What `Round._make` does, without a call of Python code for each of a million rows.
_as_round: Callable[[tuple[Any, ...]], Round] = partial(tuple.__new__, Round)

# Makes the samples of a batch of what was read for it, and asks the database nothing.
Fetched = Callable[[], list[Exported]]
Rows = Callable[[], list[tuple[Any, ...]]]


def batches(
    scope: Scope, *, with_seeds: bool = True, with_measures: bool = True, size: int = BATCH
) -> Iterator[list[Exported]]:
    """Yield all samples of an export in order of their ids, `size` at a time.

    Args:
        with_seeds: also what models said, not only people and imports.
        with_measures: else measures, decision and provenance are as if there were none.
    """
    read = fetched(scope, with_seeds=with_seeds, with_measures=with_measures, size=size)
    return (batch() for batch in read)


def fetched(
    scope: Scope, *, with_seeds: bool = True, with_measures: bool = True, size: int = BATCH
) -> Iterator[Fetched]:
    """The same batches, not made yet: the database can work on the next one meanwhile."""
    stages = {stage.key: place for place, stage in enumerate(scope.project.recipe.stages)}
    unknown = len(stages)

    def made(
        pictures: list[Picture],
        rows: Rows,
        corrected: Mapping[int, Mapping[str, str]],
        on_rejected: Collection[int],
    ) -> list[Exported]:
        # With their places before them: to sort by a key would call a function for each.
        placed: defaultdict[int, list[tuple[int, int, int, Round]]] = defaultdict(list)
        judged = set()
        for row in map(_as_round, rows()):
            sample_id, id_, stage, number, *_ = row
            placed[sample_id].append((stages.get(stage, unknown), number, id_, row))
            if row.about_id is not None:
                judged.add(sample_id)
        return [
            Exported(
                picture,
                _in_order(placed.get(picture.sample_id, []), picture.sample_id in judged),
                corrected,
                on_rejected,
            )
            for picture in pictures
        ]

    is_corrected = spelling.is_corrected(scope.project)
    is_rejected = resting.has_rejected(scope.project)
    ask = _rounds(scope, with_seeds=with_seeds, with_measures=with_measures)
    for pictures in _pictures_by(scope, size):
        between = pictures[0].sample_id, pictures[-1].sample_id
        rows = ask(first=between[0], last=between[1])
        corrected = spelling.corrected_texts(scope.project, samples=between) if is_corrected else {}
        on_rejected = resting.on_rejected(scope.project, samples=between) if is_rejected else set()
        yield partial(made, pictures, rows, corrected, on_rejected)


def _pictures_by(scope: Scope, size: int) -> Iterator[list[Picture]]:
    """The images of all samples of an export, `size` or fewer at a time."""
    ask = _pictures(scope)
    for part in scope.parts(size):
        if rows := ask(after=part.after, last=part.last)():
            yield [Picture(*row) for row in rows]


def _in_order(placed: list[tuple[int, int, int, Round]], are_judged: bool) -> list[Round]:
    """The rounds of a sample by their places, without judgements of answers that are left out."""
    placed.sort()
    rounds = [row for _, _, _, row in placed]
    if not are_judged:
        return rounds
    exported = {None, *(row.id for row in rounds)}
    return [row for row in rounds if row.about_id in exported]


def _pictures(scope: Scope) -> "_Asked":
    """Asks for the images of the samples behind one, `after`, to another, `last`."""
    rows = scope.samples(_ANY_PART).order_by("id")
    return _Asked(
        rows.annotate(metadata_json=Cast("image__metadata", TextField())).values_list(
            "id",
            "state",
            "image_id",
            "image__external_id",
            "image__name",
            "image__sha256",
            "image__format",
            "image__width",
            "image__height",
            "image__split",
            "metadata_json",
        )
    )


def _rounds(scope: Scope, *, with_seeds: bool, with_measures: bool) -> "_Asked":
    """Asks for the annotations of the samples from one, `first`, to another, `last`."""
    annotations = scope.annotations().filter(
        sample_id__gte=Parameter("first"), sample_id__lte=Parameter("last")
    )
    if not with_seeds:
        annotations = annotations.exclude(origin=Annotation.Origin.MODEL)
    computed = _COMPUTED if with_measures else _COMPUTED | _UNMEASURED
    columns = [
        f"exported_{name}" if name in _COMPUTED else {"number": "index"}.get(name, name)
        for name in Round._fields
    ]
    rows = annotations.order_by().annotate(
        **{f"exported_{name}": expression for name, expression in computed.items()}
    )
    return _Asked(rows.values_list(*columns))


class _Asked:
    """A query that every batch asks; its SQL is made once, and no column needs a conversion."""

    def __init__(self, rows: QuerySet[Any, tuple[Any, ...]]) -> None:
        self._sql, self._values = rows.query.sql_with_params()

    def __call__(self, **values: int) -> Rows:
        """Ask with these numbers in the places of its `Parameter`s; no row is taken yet."""
        # No server-side cursor: outside a transaction it would make PostgreSQL copy the result
        # first, and a batch is small enough to be held.
        cursor = connection.cursor()
        cursor.execute(
            self._sql,
            [values[each.name] if isinstance(each, Parameter) else each for each in self._values],
        )
        if connection.vendor == "sqlite":
            # It reads only while rows are taken, which has to be where its connection is.
            found = cursor.fetchall()
            return lambda: found
        return lambda: list(cursor.fetchall())
