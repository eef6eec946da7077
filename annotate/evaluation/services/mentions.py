"""Have it measured which objects are mentioned more often with one group, and delete that."""

from django.db import transaction

from annotate.core import errors
from annotate.core.jobs import services as jobs
from annotate.core.jobs.models import Job
from annotate.evaluation.models import MentionRun
from annotate.evaluation.selectors.groups import scheme_of
from annotate.evaluation.selectors.harm_stages import one_stage
from annotate.evaluation.selectors.harm_tools import why_not
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit

JOB = "evaluation.measure_mentions"


def start(
    *,
    project: Project,
    actor: User,
    candidate: str,
    truth: str = "s1",
    first: str | None = None,
    second: str | None = None,
    types: int = 500,
    splits: int = 1000,
    more_than: int = 900,
    draws: int = 400,
    seed: int = 1,
    parser: str = "auto",
) -> MentionRun:
    """Fit whether a stage mentions the objects of a stage of labels, in the background.

    Args:
        first, second: the groups held against each other; by default the first two of the scheme.
            Without a scheme the run ends at once and says that there are no groups.

    Raises:
        Invalid: the project has no such stage or group, both are the same, or no type could have
            more usable splits than are asked for.
        Conflict: WordNet or the tagger is missing on this installation.
    """
    if (why := why_not()) is not None:
        raise errors.Conflict(why)
    if truth == candidate:
        raise errors.Invalid.field("truth", Message("harm_by_itself"), code="duplicate")
    if more_than >= splits:
        raise errors.Invalid.field("more_than", Message("mentions_more_than_splits"))
    options = {"types": types, "splits": splits, "more_than": more_than, "draws": draws}
    with transaction.atomic():
        # Whoever deletes a file of texts waits here, and then sees that it is used.
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        measured = one_stage(project, candidate, path="candidate")
        by = one_stage(project, truth, path="truth")
        pair = _pair(project, first, second)
        run = MentionRun.objects.create(
            project=project,
            created_by=actor,
            candidate=measured.key,
            truth=by.key,
            titles={"candidate": measured.title},
            options={**options, "seed": seed, "parser": parser, "pair": pair},
        )
        payload = {"run_id": run.pk}
        run.job = jobs.start(name=JOB, scope=project.scope, payload=payload, by=actor.pk)
        run.save(update_fields=["job"])
        audit(
            project=project,
            actor=actor,
            verb="mentions.started",
            target=str(run.pk),
            candidate=run.candidate,
            truth=run.truth,
        )
    return run


def _pair(project: Project, first: str | None, second: str | None) -> list[str] | None:
    """The two groups, those of the scheme in its order where none is named; None without any."""
    scheme = scheme_of(project)
    values = scheme.values if scheme is not None and scheme.is_enabled else []
    for path, group in (("first", first), ("second", second)):
        if group is not None and group not in values:
            raise errors.Invalid.field(path, Message("mentions_unknown_group"))
    if first is not None and first == second:
        raise errors.Invalid.field("second", Message("mentions_same_group"), code="duplicate")
    if len(values) < 2:
        return None
    one = first or next(each for each in values if each != second)
    return [one, second or next(each for each in values if each != one)]


def delete(*, run: MentionRun, actor: User) -> None:
    """Delete a measurement with its figures; one under way is stopped."""
    with transaction.atomic():
        if run.job is not None and run.job.state in Job.UNFINISHED:
            jobs.cancel(run.job)
        audit(project=run.project, actor=actor, verb="mentions.deleted", target=str(run.pk))
        run.delete()
