"""The job that fits mentions: stopped anywhere, it goes on with the type it was at."""

from collections import Counter
from typing import Any

from django.db import transaction

from annotate import __version__
from annotate.analysis.harms.inclusion import NO_GROUPS
from annotate.analysis.harms.mention_data import Shown, commonest
from annotate.analysis.harms.mention_rows import summed
from annotate.analysis.harms.mentions import OtherWork, Plan, State, steps
from annotate.analysis.harms.synsets import VERSION
from annotate.core import jobs
from annotate.core.jobs.heartbeat import Heartbeat
from annotate.core.jobs.services import LeaseLost
from annotate.evaluation.models import MentionRun, MentionType
from annotate.evaluation.selectors.groups import given, groups_of, scheme_of
from annotate.evaluation.selectors.harm_stages import one_stage
from annotate.evaluation.selectors.harm_tools import tools
from annotate.evaluation.selectors.mentions import plan_of
from annotate.evaluation.services.mention_matter import Matter, read
from annotate.evaluation.services.mentions import JOB
from annotate.messages import Message
from annotate.projects.models import Project

NOT_ASKED = Message("harm_groups_not_asked")


@jobs.handler(JOB)
def run_measuring_mentions(
    payload: dict[str, Any], progress: jobs.Progress
) -> dict[str, Any] | None:
    """Read all images, fit the types that were not fitted yet, and keep each as it is done."""
    run = MentionRun.objects.select_related("project").filter(pk=payload["run_id"]).first()
    if run is None or run.finished:  # deleted, or a worker was killed at the very end
        return None
    with Heartbeat(progress) as heartbeat:
        plan, why = plan_of(run), None
        if plan is None or not _is_asked(run.project):
            why = NOT_ASKED
        else:
            images, basis = _images(run, plan, heartbeat)
            why = _why_not(basis) or _fit(run, images, plan, basis, heartbeat)
        _finish(run, why)
    return {"types": run.done}


def _images(run: MentionRun, plan: Plan, heartbeat: Heartbeat) -> tuple[list[Shown], State]:
    """The images with their groups as they are now, and what is kept of them: sums."""
    candidate = one_stage(run.project, run.candidate, path="candidate")
    truth = one_stage(run.project, run.truth, path="truth")
    matter = Matter(tools(run.options["parser"]))
    for done, total in read(run.project, candidate, truth, matter):
        heartbeat.report(done, total, Message("measuring_harms", images=done))
    images = matter.shown(groups_of(run.project))
    groups = Counter(image.group for image in images)
    parser = matter.tools.parser
    return images, {
        "images": len(images),
        "groups": {group: groups[group] for group in plan.pair},
        "types": len(commonest(images, plan.types)),
        "parser": {"name": parser.name, "version": parser.version},
        "wordnet": VERSION,
    }


def _why_not(basis: State) -> Message | None:
    if not basis["images"]:
        return Message("mentions_no_images")
    return None if all(basis["groups"].values()) else NO_GROUPS.message


def _fit(
    run: MentionRun, images: list[Shown], plan: Plan, basis: State, heartbeat: Heartbeat
) -> Message | None:
    """Fit what is not fitted yet; return why there is nothing to tell if groups went meanwhile."""
    try:
        return _go_on(run, images, plan, basis, heartbeat)
    except OtherWork:
        # Figures of other images or groups cannot stand beside those of these.
        _forget(run)
        return _go_on(run, images, plan, basis, heartbeat)


def _go_on(
    run: MentionRun, images: list[Shown], plan: Plan, basis: State, heartbeat: Heartbeat
) -> Message | None:
    kept: State = {"of": run.mark, "types": [], "rows": [{}] * run.done, "now": None, "done": False}
    for state in steps(images, plan, kept if run.mark else None):
        if not run.mark:
            _begin(run, state["of"], basis)
        if len(state["rows"]) > run.done:
            _keep(run, summed(state["rows"][-1], plan))
            if not _is_asked(run.project):
                return NOT_ASKED
        types = basis["types"]
        at = Message("measuring_mentions", number=min(run.done + 1, types), types=types)
        heartbeat.report(run.done, types, at)
    return None


def _is_asked(project: Project) -> bool:
    """Whether the project asks for groups, and anybody has said one."""
    scheme = scheme_of(project)
    return scheme is not None and scheme.is_enabled and given(scheme).exists()


def _begin(run: MentionRun, mark: str, basis: State) -> None:
    """Write down what is fitted, before the first type is."""
    here = MentionRun.objects.filter(pk=run.pk, mark="", finished=False)
    if not here.update(mark=mark, basis=basis):
        raise LeaseLost  # another worker has gone on meanwhile
    run.mark, run.basis = mark, basis


def _keep(run: MentionRun, sums: State) -> None:
    """Write down one type in one transaction with how many there are."""
    with transaction.atomic():
        here = MentionRun.objects.filter(pk=run.pk, mark=run.mark, done=run.done, finished=False)
        if not here.update(done=run.done + 1):
            raise LeaseLost  # another worker has gone on meanwhile
        MentionType.objects.create(run=run, position=run.done, sums=sums)
    run.done += 1


def _forget(run: MentionRun) -> None:
    """Begin anew: what was fitted is not of these images and groups."""
    with transaction.atomic():
        here = MentionRun.objects.filter(pk=run.pk, mark=run.mark, done=run.done, finished=False)
        if not here.update(done=0, mark="", basis=None):
            raise LeaseLost  # another worker has gone on meanwhile
        MentionType.objects.filter(run=run).delete()
    run.done, run.mark, run.basis = 0, "", None


def _finish(run: MentionRun, why: Message | None) -> None:
    """Say that it is done; nothing that tells one image from another stays."""
    with transaction.atomic():
        here = MentionRun.objects.filter(pk=run.pk, done=run.done, finished=False)
        told: State = {"finished": True, "mark": "", "code_version": f"annotate {__version__}"}
        if why is not None:
            told |= {"why": why.to_json(), "done": 0}
            MentionType.objects.filter(run=run).delete()
        if not here.update(**told):
            raise LeaseLost  # another worker has gone on meanwhile
