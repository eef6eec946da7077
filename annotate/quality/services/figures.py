"""Keep the figures by which people are compared, a row per person and stage."""

from collections.abc import Collection, Mapping, Sequence

from django.db.models import QuerySet

from annotate.analysis.quality.clocks import Timed
from annotate.quality.models import PersonFigures
from annotate.quality.selectors import works
from annotate.quality.selectors.standings import PersonTotals, totals_of
from annotate.quality.selectors.works import Scope
from annotate.quality.services.checking import Asked

_TENTH = 10
_FIGURES = ("timed", "median_seconds", "edit_sum", "edit_count")


def latest_for(asked: Asked) -> int:
    """How many of a person's latest answers tell their pace, and whether they are new."""
    return max(works.PERSON_CLOCK, asked.settings.new_below)


def renew(asked: Asked, latest: Mapping[int, Sequence[Timed]]) -> dict[int, PersonTotals]:
    """Make the figures of the people of these times anew; those of all where none are kept yet."""
    if not _kept(asked).exists():
        latest = {**_of_everybody(asked), **latest}
    return _renew(asked, latest)


def renew_all(asked: Asked) -> dict[int, PersonTotals]:
    """Make the figures of everybody who works in the stage anew."""
    latest = _of_everybody(asked)
    _kept(asked).exclude(annotator__in=latest).delete()
    return _renew(asked, latest)


def _of_everybody(asked: Asked) -> Mapping[int, Sequence[Timed]]:
    everybody = works.people_of(asked.project, asked.stage, Scope())
    return works.times_of(asked.project, asked.stage, everybody, latest_for(asked))


def _renew(asked: Asked, latest: Mapping[int, Sequence[Timed]]) -> dict[int, PersonTotals]:
    totals = totals_of(asked.project, asked.stage, latest)
    PersonFigures.objects.bulk_create(
        [
            PersonFigures(
                project=asked.project,
                stage_key=asked.stage.key,
                annotator_id=annotator,
                **{name: getattr(totals[annotator], name) for name in _FIGURES},
            )
            # In one order, so that of two checks one waits for the other and neither for both.
            for annotator in sorted(totals)
        ],
        update_conflicts=True,
        unique_fields=["project", "stage_key", "annotator"],
        update_fields=_FIGURES,
    )
    return totals


def pool(asked: Asked) -> dict[int, PersonTotals]:
    """The figures of everybody in the stage."""
    columns = _kept(asked).values_list("annotator", *_FIGURES)
    return {
        annotator: PersonTotals(**dict(zip(_FIGURES, figures, strict=True)))
        for annotator, *figures in columns
    }


def due_for_canned(
    asked: Asked, totals: Mapping[int, PersonTotals], people: Collection[int]
) -> list[int]:
    """Who of these people is to be looked at for how often they give the canned text.

    That reads all their answers in the stage, so it is done once they have handed in a tenth more:
    a share moves no faster, and over all their answers each is read some ten times.
    """
    kept = _kept(asked).filter(annotator__in=people).values_list("annotator", "canned_at")
    return sorted(
        annotator
        for annotator, at in (kept if people else ())
        if totals[annotator].handed_in >= at + at // _TENTH
    )


def note_canned(asked: Asked, annotator: int, totals: PersonTotals) -> None:
    """Remember when all that somebody gave was looked at for canned answers."""
    _kept(asked).filter(annotator=annotator).update(canned_at=totals.handed_in)


def _kept(asked: Asked) -> QuerySet[PersonFigures]:
    return PersonFigures.objects.filter(project=asked.project, stage_key=asked.stage.key)
