"""The job of a second reading: it asks about text after text, and keeps each answer at once."""

from collections import Counter
from typing import Any, get_args

from django.db import transaction
from django.db.models import Q, QuerySet

from annotate.analysis.randomness import generator
from annotate.backends import CaptionRequest, second_reading
from annotate.backends.runs import CaptionRun
from annotate.backends.second_reading import Boxes, Read, Reply
from annotate.core import clock, errors, jobs, traces
from annotate.core.jobs.heartbeat import Heartbeat
from annotate.evaluation.models import ReadText, SecondReading
from annotate.evaluation.selectors.reading_matter import matter_of
from annotate.evaluation.services.asking import Asking
from annotate.evaluation.services.second_readings import JOB
from annotate.messages import Message
from annotate.seeding.seeds import Picture
from annotate.seeding.spending_models import Purpose
from annotate.workflow.models import Sample

State = ReadText.State


class Reading(Asking[SecondReading, ReadText]):
    """Each description is one question, with all of its sentences."""

    purpose = Purpose.SECOND_READING

    @staticmethod
    def rows(run: SecondReading) -> QuerySet[ReadText]:
        return ReadText.objects.filter(reading=run)

    def gone(self) -> Q:
        # An answer may have been rejected since: its sample is then at work again.
        return super().gone() | ~Q(annotation__sample__state=Sample.State.DONE)

    def request(self, row: ReadText, picture: Picture) -> CaptionRequest:
        labels = [marked["label"] for marked in row.marked]
        question = second_reading.question_about(row.sentences, labels, self._boxes)
        return CaptionRequest(picture.pixels, question=question)

    def answered(self, row: ReadText, answer: CaptionRun, told: dict[str, Any]) -> None:
        image = row.image
        reply = second_reading.reply_in(
            answer.caption.text,
            sentences=len(row.sentences),
            objects=len(row.marked),
            size=(image.width, image.height) if image else (0, 0),
            boxes=self._boxes,
        )
        said = {**_said(reply, len(row.marked)), "answered_at": clock.now()}
        if self.end_row(row, state=State.ANSWERED, problem=None, **said, **told):
            self.failures.clear()

    @property
    def _boxes(self) -> Boxes:
        return Boxes.of(self.run.version.settings)


def _said(reply: Reply, objects: int) -> dict[str, Any]:
    """A reply as it is kept, with its sums."""
    counts = Counter(each.verdict for each in reply.sentences)
    listed = reply.not_mentioned
    return {
        "said": [
            {"verdict": each.verdict, "box": each.box and each.box.model_dump()}
            for each in reply.sentences
        ],
        "not_mentioned": None if listed is None else list(listed),
        "missed": len(listed or ()),
        "told_of": 0 if listed is None else objects,
        **{verdict: counts[verdict] for verdict in get_args(Read)},
    }


@jobs.handler(JOB, queue="seeding")
def read_again(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any] | None:
    """Ask about what is left; a run that was killed goes on, and nothing is asked twice."""
    rows = SecondReading.objects.select_related("project", "version__connection")
    reading = rows.filter(pk=payload["reading_id"], job=progress.job_id).first()
    if reading is None:  # another job has taken its place
        return None
    with Heartbeat(progress) as heartbeat:
        end = _carry_out(reading, heartbeat)
    SecondReading.objects.filter(pk=reading.pk, job=progress.job_id).update(end=end)
    return {"end": end}


def _carry_out(reading: SecondReading, heartbeat: Heartbeat) -> str:
    """Ask until nothing is left or a limit is reached; return which."""
    with transaction.atomic():
        _draw(reading)
    reading.texts.filter(state=State.ASKED).update(
        state=State.INTERRUPTED, problem=Message("enriching_interrupted").to_json()
    )
    asking = Reading.of(reading)
    heartbeat.report(asking.ended, asking.total)
    while some := asking.next():
        with traces.step("ask a model to read again", count=len(some)):
            asking.ask(some)
        heartbeat.report(asking.ended, asking.total)
    return asking.end()


def _draw(reading: SecondReading) -> None:
    """Copy the texts that the version has not read yet, once, in an order of chance."""
    locked = SecondReading.objects.select_for_update(of=("self",)).get(pk=reading.pk)
    if locked.left_out is not None:
        return
    matter, left_out = matter_of(reading)
    if not matter:
        raise errors.Invalid(Message("nothing_to_read_again"), code="no_texts")
    generator(reading.seed, "second reader").shuffle(matter)
    ReadText.objects.bulk_create(
        (
            ReadText(
                reading=reading,
                version=reading.version,
                position=position,
                annotation_id=each.annotation_id,
                image_id=each.image_id,
                key=each.key,
                sentences=each.sentences,
                marked=each.marked,
            )
            for position, each in enumerate(matter, start=1)
        ),
        batch_size=500,
        # Another run of the version may have drawn the same meanwhile: it is read there.
        ignore_conflicts=True,
    )
    SecondReading.objects.filter(pk=reading.pk).update(left_out=left_out)
