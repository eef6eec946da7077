"""The job that puts the questions of a run to its model; stopped anywhere, it goes on there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, cast

from annotate import __version__
from annotate.analysis.compositional.asking import Asked, asked
from annotate.analysis.compositional.figures import outcomes
from annotate.analysis.compositional.model import Name, Probe, ProbeFile, Reply
from annotate.analysis.compositional.questions import Descriptions
from annotate.analysis.compositional.report import Plan, plan, report
from annotate.core import errors, jobs
from annotate.core.jobs.heartbeat import Heartbeat
from annotate.core.jobs.services import Cancelled
from annotate.core.schemas import Notice
from annotate.evaluation.models import ReasoningReply, ReasoningRun, ReasoningSet
from annotate.evaluation.reasoning_model import ReasoningModel
from annotate.evaluation.selectors.reasoning import file_name
from annotate.evaluation.selectors.sources import parse_texts, texts_of
from annotate.evaluation.services.reasoning import JOB
from annotate.evaluation.services.text_measuring import write_csv
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.seeding.selectors import connections
from annotate.seeding.services import limits
from annotate.seeding.spending_models import Purpose

# So many reasons for missing replies are told.
SOME = 5
_KEYS = 500  # as many as a statement of every database takes

ANSWER_COLUMNS = (
    "set", "question", "image", "changed", "source", "true_option", "chosen_option", "right",
    "reply", "prompt_tokens", "completion_tokens", "cost", "seconds",
)  # fmt: skip


class ReplyTable:
    """Replies of a project, as :func:`annotate.analysis.compositional.asking.asked` keeps them."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def known(self, keys: Sequence[str]) -> Mapping[str, Reply]:
        known: dict[str, Reply] = {}
        for at in range(0, len(keys), _KEYS):
            rows = ReasoningReply.objects.filter(
                project=self._project, key__in=keys[at : at + _KEYS]
            )
            fields = ("key", "text", "prompt_tokens", "completion_tokens", "cost", "seconds")
            known |= {row["key"]: Reply(**row) for row in rows.values(*fields)}
        return known

    def keep(self, replies: Sequence[Reply]) -> None:
        rows = [ReasoningReply(project=self._project, **asdict(reply)) for reply in replies]
        # Another run of the project may have asked the same meanwhile.
        ReasoningReply.objects.bulk_create(rows, ignore_conflicts=True)


@jobs.handler(JOB)
def run_asking(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any] | None:
    """Ask what was not asked yet, and write the figures down."""
    runs = ReasoningRun.objects.select_related("project", "version__connection")
    run = runs.filter(pk=payload["run_id"]).first()
    if run is None or run.finished:  # deleted meanwhile, or a worker was killed at the very end
        return None
    if run.version is None:
        raise errors.Conflict(Message("reasoning_model_gone"))
    model = ReasoningModel(connections.configured(run.version, Purpose.REASONING))
    with Heartbeat(progress) as heartbeat:
        so_far = _ask(run, model, heartbeat)
    return {"replies": len(so_far.replies), "asked": so_far.asked}


def _ask(run: ReasoningRun, model: ReasoningModel, heartbeat: Heartbeat) -> Asked:
    planned = _plan(run, model.identity)
    total = len({question.key for question in planned.all})
    if not total:
        raise errors.Conflict(Message("reasoning_without_questions"))
    so_far = Asked()
    try:
        for so_far in asked(
            planned.all,
            ask=model.ask,
            cache=ReplyTable(run.project),
            batch=model.batch,
            most_cost=run.options["most_cost"],
        ):
            note = Message("asking_model", cost=round(so_far.cost, 4))
            heartbeat.report(len(so_far.replies), total, note)
            if model.reached is not None:
                break
    except Cancelled:
        _write_down(run, planned, so_far, finished=False)
        raise
    _write_down(run, planned, so_far, finished=not so_far.failed)
    if model.reached is not None:
        raise limits.stopped(model.reached, done=len(so_far.replies), total=total)
    if so_far.failed:
        reason = next(iter(so_far.failed.values()))
        raise errors.Conflict(
            Message("questions_unanswered", count=len(so_far.failed), reason=reason),
            code="questions_unanswered",
            retry=True,
        )
    return so_far


def _plan(run: ReasoningRun, identity: str) -> Plan:
    sources = {}
    for named in run.sources:
        source = parse_texts(named["source"], run.project)
        texts: dict[str, str] = {}
        for text in texts_of(run.project, source):
            texts.setdefault(text.key, text.text)
        sources[named["title"]] = Descriptions(texts)
    return plan(
        [_file(row) for row in run.sets.order_by("pk")],
        sources,
        model=identity,
        seed=run.options["seed"],
        most=run.options["most"],
        baseline=run.options["baseline"],
    )


def _file(row: ReasoningSet) -> ProbeFile:
    names = ("id", "image", "true", "false", "kind", "group")
    layout = cast(Name, row.layout)
    probes = (Probe(set=layout, **dict(zip(names, each, strict=True))) for each in row.probes)
    return ProbeFile(layout, tuple(probes), row.left_out)


def _write_down(run: ReasoningRun, planned: Plan, so_far: Asked, *, finished: bool) -> None:
    figures = report(planned, so_far.replies, failed=so_far.failed)
    del figures["assumptions"]  # the page says them in every language
    reasons = list(dict.fromkeys(so_far.failed.values()))[:SOME]
    figures |= {
        "stopped_at_limit": so_far.stopped,
        "failures": [Notice.of(reason).model_dump(mode="json") for reason in reasons],
    }
    write_csv(file_name(run), _answers(planned, so_far))
    ReasoningRun.objects.filter(pk=run.pk, finished=False).update(
        results=figures, finished=finished, code_version=f"annotate {__version__}"
    )


def _answers(planned: Plan, so_far: Asked) -> Iterator[Sequence[object]]:
    yield ANSWER_COLUMNS
    for title, questions in planned.questions.items():
        for found in outcomes(questions, so_far.replies):
            question, probe = found.question, found.question.probe
            reply = so_far.replies[question.key]
            yield (
                probe.set,
                probe.id,
                probe.image,
                probe.kind,
                title,
                question.answer,
                found.choice,
                int(found.right),
                reply.text,
                reply.prompt_tokens,
                reply.completion_tokens,
                reply.cost,
                reply.seconds,
            )
