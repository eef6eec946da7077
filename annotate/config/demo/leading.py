"""SIMULATED decisions of the lead of the past: models, review, gold, a study, a release."""

from annotate.config.demo.people import Cast, read_all_guidelines
from annotate.config.demo.prepared import BACKEND, TITLE
from annotate.config.demo.working import DESCRIPTION, OBJECTS, RATING, SPAM
from annotate.core.jobs import services as jobs
from annotate.core.jobs.models import Job
from annotate.evaluation.models import Study
from annotate.evaluation.services import studies
from annotate.exchange.models import Release
from annotate.exchange.releases.services import start_release
from annotate.exchange.releases.wishes import Wish
from annotate.people.models import User
from annotate.projects import recipes
from annotate.projects.models import Project
from annotate.quality.services import blocks, gold, review
from annotate.quality.services.jobs import change_settings
from annotate.quality.services.new_work import check_now
from annotate.seeding.models import Connection, ModelVersion
from annotate.seeding.services import connections, model_assignment, start_run
from annotate.workflow.models import Annotation, Assignment, Sample

CONNECTION = f"{TITLE} (demo)"
REJECTED = "The same sentence about every image, handed in within seconds."
BLOCKED = "One sentence about every image, again after two answers had been rejected for it."
FEEDBACK = "Well seen. Please say next time in which direction the grain of the wood runs."
GOLD_NOTE = (
    "From the large to the small: what it is, where its parts are, then colour and material."
)
CONFIRMED = Assignment.Verdict.APPROVED


def run_jobs(project: Project) -> None:
    """Do at once what workers do; raises RuntimeError where a job fails."""
    waiting = Job.objects.filter(scope=project.scope, state=Job.State.QUEUED).order_by("pk")
    while (job := waiting.first()) is not None:
        jobs.run(job.pk)
        job.refresh_from_db()
        if job.state == Job.State.FAILED:
            raise RuntimeError(f"The past of the demo: {job.name} failed: {job.error}")


def choose_checks(project: Project, lead: User) -> None:
    """A blurred background is worth a word in a description: no flag for that."""
    change_settings(project=project, actor=lead, changes={"off": ["quality_words"]})


def check_new_work(project: Project) -> None:
    """The check that follows submissions; flags are what it finds."""
    for stage in (OBJECTS, DESCRIPTION):
        check_now(project=project, stage_key=stage)
        run_jobs(project)


def connect_model(project: Project, lead: User) -> Connection:
    """Connect the prepared model, let it make all seeds, and seed what waits."""
    connection = connections.make(
        project=project,
        actor=lead,
        name=CONNECTION,
        backend=BACKEND.name,
        settings={"answers": "first"},
        secrets={},
    )
    changes = {"detector": connection.pk, "captioner": connection.pk}
    model_assignment.change(project=project, actor=lead, changes=changes)
    start_run(project=project, actor=lead)
    run_jobs(project)
    return connection


def improve_model(project: Project, connection: Connection, lead: User) -> None:
    """Let the second set of answers serve; what nobody has started gets new seeds."""
    connections.change(connection=connection, actor=lead, settings={"answers": "second"})
    run_jobs(project)


def reject_spam(project: Project, people: Cast, *, most: int) -> None:
    """Reject the newest of the spammer's answers and give the work to others."""
    answers = Assignment.objects.filter(
        project=project, annotator=people.spammer, verdict=Assignment.Verdict.UNREVIEWED
    ).exclude(answer=None)
    for held in answers.order_by("-answer_id")[:most]:
        review.judge(
            project=project,
            annotation_id=held.answer_id or 0,
            verdict=Assignment.Verdict.REJECTED,
            actor=people.lead,
            reason=REJECTED,
            requeue=True,
        )


def block_spammer(project: Project, people: Cast) -> None:
    blocks.block(
        project=project,
        actor=people.lead,
        user_id=people.spammer.pk,
        scope="project",
        reason=BLOCKED,
    )


def approve_finished(project: Project, lead: User) -> None:
    """Approve the last text of every finished image that nobody has judged."""
    for text in _finished(project):
        held = Assignment.objects.get(answer=text)
        if held.verdict == Assignment.Verdict.UNREVIEWED:
            review.judge(project=project, annotation_id=text.pk, verdict=CONFIRMED, actor=lead)


def give_feedback(project: Project, lead: User) -> None:
    """Tell whoever wrote of the wood what was missed, with the words that are meant."""
    phrase = "a coarse grain"
    for text in _finished(project):
        at = text.value["text"].find(phrase)
        if at >= 0:
            review.send_feedback(
                project=project,
                annotation_id=text.pk,
                path="text",
                span=(at, at + len(phrase)),
                message=FEEDBACK,
                actor=lead,
            )


def make_gold(project: Project, lead: User, *, most: int) -> None:
    """Let approved texts be examples for practice."""
    for text in _finished(project)[:most]:
        gold.mark_answer(
            project=project,
            actor=lead,
            stage_key=DESCRIPTION,
            annotation_id=text.pk,
            expected={},
            uses=("practice",),
            note=GOLD_NOTE,
        )


def _finished(project: Project) -> list[Annotation]:
    """The last standing text of each finished image."""
    done = Sample.objects.filter(project=project, state=Sample.State.DONE)
    texts = Annotation.objects.filter(sample__in=done, stage_key=DESCRIPTION, index__gt=0)
    last = {text.sample_id: text for text in texts.order_by("index", "pk") if not _is_spam(text)}
    return sorted(last.values(), key=lambda text: text.pk)


def _is_spam(text: Annotation) -> bool:
    return bool(text.value["text"] == SPAM)


def make_study(project: Project, people: Cast, first: ModelVersion) -> Study:
    """Ask raters which is better: the first seeds or what people made of them."""
    seeds = {"type": "seed", "stage": DESCRIPTION, "version": first.pk}
    final = {"type": "final", "stage": DESCRIPTION}
    study = studies.create_study(
        project=project,
        actor=people.lead,
        wishes=studies.Wishes(
            name="Are three rounds worth it? (simulated)",
            design=recipes.get("side-by-side").stage(RATING).kind,
            sources=[
                {"source": seeds, "title": "Seed, prepared"},
                {"source": final, "title": "After the rounds"},
            ],
            raters_per_item=len(people.raters),
            justification="optional",
            raters=[rater.pk for rater in people.raters],
            seed=1,
        ),
    )
    run_jobs(project)
    study.refresh_from_db()
    if study.work is not None:
        read_all_guidelines(study.work)
    return study


def make_release(project: Project, lead: User) -> Release:
    release = start_release(
        project=project,
        actor=lead,
        wish=Wish(
            name="demo-photographs",
            version="1.0.0",
            description="Simulated: texts, boxes and judgements were prepared for the demo.",
            licence="Apache-2.0; each photograph has a licence of its own",
        ),
    )
    run_jobs(project)
    return release
