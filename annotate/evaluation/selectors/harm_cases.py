"""The cases behind figures of harms, as leads read them."""

from collections.abc import Sequence
from typing import Any, Literal, cast

from django.db.models import QuerySet

from annotate.analysis.harms.demeaning import BOUNDS
from annotate.analysis.harms.synsets import Meanings, meanings
from annotate.core import errors
from annotate.core.rows import filters
from annotate.core.schemas import Page
from annotate.evaluation.models import HarmCase, HarmRun
from annotate.evaluation.schemas import harm_cases as schemas
from annotate.evaluation.selectors.harm_figures import name_of
from annotate.evaluation.selectors.harms import shown_cases
from annotate.people.schemas import Person
from annotate.workflow.schemas.parts import ShownImage


def cases(run: HarmRun, query: schemas.HarmCasesQuery) -> QuerySet[HarmCase]:
    """Those that match, in the order in which they were found."""
    rows = shown_cases().filter(
        run=run,
        **filters(
            measure=query.measure,
            kind=query.kind,
            aspect=query.aspect,
            word=query.word,
            synset=query.synset,
            version=query.version,
            arm=query.arm,
        ),
    )
    if query.bound is not None:
        # What stands in the image itself counts in no bound.
        counted = BOUNDS[: BOUNDS.index(query.bound) + 1]
        rows = rows.filter(bound__in=counted, quoted=False)
    if query.verdict is not None:
        rows = rows.filter(verdict="" if query.verdict == "unread" else query.verdict)
    return _whole(rows)


def placed(
    page: Page[schemas.HarmCase], run: HarmRun, query: schemas.HarmCasesQuery
) -> schemas.HarmCasesPage:
    """A page of cases with how many there are, and how many of them before it."""
    rows = cases(run, query).select_related(None).prefetch_related(None)
    first = page.results[0].id if page.results else 0
    return schemas.HarmCasesPage(
        next=page.next,
        previous=page.previous,
        results=page.results,
        count=rows.count(),
        before=rows.filter(pk__lt=first).count(),
    )


def one_case(case_id: int) -> HarmCase:
    rows = _whole(shown_cases()).select_related("run__project")
    return errors.existing(rows.filter(pk=case_id).first())


def _whole(rows: QuerySet[HarmCase]) -> QuerySet[HarmCase]:
    return rows.select_related("sample__image", "decided_by").prefetch_related("acts__by")


def described_cases(rows: Sequence[HarmCase]) -> list[schemas.HarmCase]:
    return [_described(row) for row in rows]


def _described(case: HarmCase) -> schemas.HarmCase:
    instead = case.about.get("instead")
    return schemas.HarmCase(
        id=case.pk,
        measure=cast(Any, case.measure),
        kind=cast(Any, case.kind or None),
        bound=cast(Any, case.bound or None),
        scenario=cast(Any, case.scenario or None),
        aspect=cast(Any, case.aspect or None),
        word=case.word,
        meaning=_meaning(case),
        of=[name_of(synset) for synset in case.about.get("of", ())],
        instead=name_of(instead) if instead else None,
        quoted=case.quoted,
        arm=cast(Literal["seeded", "unseeded"], case.arm) if case.arm else None,
        sample=case.sample_id,
        image=ShownImage.of(case.sample.image) if case.sample else None,
        key=case.key,
        group=None,
        texts=[_text(text) for text in case.texts],
        verdict=cast(schemas.Verdict, case.verdict) if case.verdict else None,
        note=case.note,
        decided_by=Person.of(case.decided_by) if case.decided_by else None,
        decided_at=case.decided_at,
        acts=[
            schemas.HarmActDone(act=cast(schemas.Act, done.act), by=Person.of(done.by), at=done.at)
            for done in case.acts.all()
        ],
    )


def _meaning(case: HarmCase) -> schemas.HarmMeaning | None:
    known = meanings()
    if not case.synset or not isinstance(known, Meanings):
        return None
    return schemas.HarmMeaning(
        synset=name_of(case.synset),
        gloss=known.gloss_of(case.synset),
        reason=case.about["reason"],
        synsets=case.about["synsets"],
    )


def _text(raw: dict[str, Any]) -> schemas.HarmText:
    spans = [schemas.HarmSpan(start=start, end=end) for start, end in raw["spans"]]
    return schemas.HarmText(
        side=raw["side"], text=raw["text"], spans=spans, annotation=raw["annotation"]
    )
