"""Make studies, name them, end them, and delete those in which nobody has judged anything."""

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, RestrictedError

from annotate.core import clock, errors
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.evaluation.models import Study
from annotate.evaluation.selectors.barring import able_to_judge, may_work
from annotate.evaluation.selectors.choosing import Chosen, choose
from annotate.evaluation.selectors.sources import Source
from annotate.evaluation.services.designing import options_of, painted_by, titled_sources
from annotate.evaluation.services.text_files import name_taken
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects import services as projects
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.workflow.models import Assignment

# What a program in a browser can hold exactly: whoever repeats a draw types the seed in again.
SEED_BITS = 53


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """What a lead wants of a study; what is not said is as the recipe has it."""

    name: str
    design: str
    # [{"source": {...}, "title": "GPT-4V"}, ...] as they were sent.
    sources: Sequence[Mapping[str, Any]]
    # The ids of the only samples it is about; None: all there are.
    samples: Sequence[int] | None = None
    sample_size: int | None = None
    # Into how many cumulative chunks of sentences the texts are cut; None: they are judged whole.
    chunks: int | None = None
    # Where images are made from the texts: {"connection": 3, "model": "…", "size": "1024x1024"}.
    images: Mapping[str, Any] | None = None
    raters_per_item: int = 3
    metrics: Sequence[Mapping[str, Any]] | None = None
    justification: str | None = None
    # What the kind can be set to besides.
    settings: Mapping[str, Any] = field(default_factory=dict)
    raters: Sequence[int] = field(default_factory=list)
    # Others come in by link or from outside, so that fewer may be named than each item needs.
    open_to_others: bool = False
    barring: str = Study.Barring.STUDY
    seed: int | None = None
    guidelines: str = ""


def create_study(*, project: Project, actor: User | None, wishes: Wishes) -> Study:
    """Make a study and have it prepared in the background.

    Args:
        actor: None for a command on this machine, which acts for whoever made the project.

    Raises:
        Invalid: a source, a metric or a rater is not what it should be, or too few of the raters
            named may judge; the field is named.
        Conflict: the project has a study called so.
    """
    sources = titled_sources(project, wishes.design, wishes.sources)
    options = options_of(
        wishes.design, wishes.raters_per_item, wishes.metrics, wishes.justification, wishes.settings
    )
    raters = _raters(project, wishes.raters)
    seed = secrets.randbits(SEED_BITS) if wishes.seed is None else wishes.seed
    try:
        with transaction.atomic():
            # Whoever deletes a file of texts waits here, and then sees that it is used.
            Project.objects.select_for_update(no_key=True).get(pk=project.pk)
            _check_texts(project, wishes, [source for source, _ in sources], seed, raters)
            study = Study.objects.create(
                project=project,
                name=wishes.name,
                design=wishes.design,
                sources=[{"source": source.json(), "title": title} for source, title in sources],
                options={
                    "samples": None if wishes.samples is None else list(wishes.samples),
                    "sample_size": wishes.sample_size,
                    "chunks": wishes.chunks,
                    "images": painted_by(project, wishes.design, sources, wishes.images),
                    "barring": wishes.barring,
                    **options,
                },
                seed=seed,
                created_by=actor or project.created_by,
            )
            study.job = job_services.start(
                name="evaluation.prepare_study",
                scope=project.scope,
                payload={"study_id": study.pk, "raters": raters, "guidelines": wishes.guidelines},
                by=actor.pk if actor else None,
            )
            study.save(update_fields=["job"])
            about = {"target": study.name, "design": study.design}
            audit(project=project, actor=actor, verb="study.made", **about)
    except IntegrityError:
        raise name_taken(Message("study_name_taken")) from None
    return study


def _check_texts(
    project: Project, wishes: Wishes, sources: Sequence[Source], seed: int, raters: Sequence[int]
) -> None:
    """Refuse a study of nothing, or of what too few may judge, before any of it is made."""
    is_closed = bool(raters) and not wishes.open_to_others
    chosen = choose(
        project,
        sources,
        design=wishes.design,
        # Otherwise the smallest sample there is tells whether there is anything at all.
        sample_size=wishes.sample_size if is_closed else 1,
        seed=seed,
        chunks=wishes.chunks,
        samples=wishes.samples,
    )
    if not chosen.items:
        raise errors.Invalid.field("sources", Message("nothing_to_judge"))
    if is_closed:
        _check_raters(chosen, wishes, raters)


def _check_raters(chosen: Chosen, wishes: Wishes, raters: Sequence[int]) -> None:
    needed = wishes.raters_per_item
    able = able_to_judge(
        chosen, raters, design=wishes.design, barring=wishes.barring, needed=needed
    )
    if able.items_short:
        message = Message(
            "too_few_raters",
            named=len(raters),
            fewest=able.fewest,
            needed=needed,
            short=able.items_short,
            items=len(chosen.items),
        )
        raise errors.Invalid.field("raters", message, code="too_few_raters")


def _raters(project: Project, user_ids: Sequence[int]) -> list[int]:
    known = may_work(project, user_ids) if user_ids else set()
    for place, user_id in enumerate(user_ids):
        if user_id not in known:
            message = Message("rater_may_not_work")
            raise errors.Invalid.field(f"raters[{place}]", message, code="unknown_user")
    return sorted(known)


def rename_study(*, study: Study, actor: User | None, name: str) -> Study:
    """Call a study otherwise; where people judge, the name of a source is never shown.

    Raises:
        Conflict: the project has a study called so.
    """
    before, study.name = study.name, name
    try:
        with transaction.atomic():
            study.save(update_fields=["name"])
            if study.work is not None:
                study.work.name = shown_name(study)
                study.work.save(update_fields=["name"])
            audit(project=study.project, actor=actor, verb="study.renamed", target=name, was=before)
    except IntegrityError:
        raise name_taken(Message("study_name_taken")) from None
    return study


def shown_name(study: Study) -> str:
    """What the project is called where people judge.

    They must not read a source in it, nor which study of the project it is.
    """
    titles = "|".join(re.escape(source["title"]) for source in study.sources)
    if re.search(rf"(?<!\w)(?:{titles})(?!\w)", study.name, re.IGNORECASE):
        return "Study about images"
    return f"Study: {study.name}"[:200]


def close_study(*, study: Study, actor: User | None) -> Study:
    """Ask nobody any more; what was said stays, and the study can be opened again.

    Raises:
        Conflict: it is not open.
    """
    return _move(study, actor, Study.State.OPEN, Study.State.CLOSED, Project.State.PAUSED)


def reopen_study(*, study: Study, actor: User | None) -> Study:
    """Ask people again.

    Raises:
        Conflict: it is not closed, or was brought in from elsewhere.
    """
    if study.work_id is None:
        raise errors.Conflict(Message("study_brought_in"), code="brought_in")
    return _move(study, actor, Study.State.CLOSED, Study.State.OPEN, Project.State.ACTIVE)


def _move(study: Study, actor: User | None, before: str, after: str, work_state: str) -> Study:
    closed_at = clock.now() if after == Study.State.CLOSED else None
    with transaction.atomic():
        moved = Study.objects.filter(pk=study.pk, state=before).update(
            state=after, closed_at=closed_at
        )
        if moved != 1:
            raise errors.Conflict(Message(f"study_not_{before}"), code=f"not_{before}")
        if study.work is not None:
            changes = {"state": work_state}
            projects.update_project(
                project=study.work, actor=actor or study.created_by, changes=changes
            )
        audit(project=study.project, actor=actor, verb=f"study.{after}", target=study.name)
    study.state, study.closed_at = after, closed_at
    return study


def delete_study(*, study: Study, actor: User | None) -> None:
    """Delete a study with the project that was made for it, or what was brought in.

    Raises:
        Conflict: somebody has begun to judge, so that it would take their work away.
    """
    try:
        with transaction.atomic():
            study = Study.objects.select_for_update(of=("self",)).get(pk=study.pk)
            if study.job is not None and study.job.state in Job.UNFINISHED:
                job_services.cancel(study.job)
            if study.work is not None and Assignment.objects.filter(project=study.work).exists():
                raise _begun()
            work = study.work
            audit(project=study.project, actor=actor, verb="study.deleted", target=study.name)
            study.delete()
            if work is not None:
                work.delete()
    except (ProtectedError, RestrictedError):
        raise _begun() from None


def _begun() -> errors.Conflict:
    return errors.Conflict(Message("study_has_ratings"), code="has_ratings")
