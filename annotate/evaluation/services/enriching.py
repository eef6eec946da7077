"""The job of an enrichment: it asks about image after image, and keeps each answer at once."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from annotate.analysis.randomness import generator
from annotate.analysis.text import clean_block, is_blank
from annotate.backends import CaptionRequest, Hint
from annotate.backends.rewriting import question_about
from annotate.backends.runs import CaptionRun
from annotate.core import errors, jobs, traces
from annotate.core.jobs.heartbeat import Heartbeat
from annotate.core.jobs.services import Cancelled
from annotate.evaluation.models import EnrichedImage, Enrichment, FileText
from annotate.evaluation.selectors.sources import SourceText, parse, report_texts
from annotate.evaluation.services.asking import Asking
from annotate.evaluation.services.enriched_figures import measure
from annotate.evaluation.services.enrichments import JOB
from annotate.kinds.fields import MAX_BLOCK
from annotate.messages import Message
from annotate.seeding.seeds import Picture
from annotate.seeding.spending_models import Purpose


class Enriching(Asking[Enrichment, EnrichedImage]):
    """Each image with captions is one question; what is answered is a text of the output."""

    purpose = Purpose.ENRICHMENT

    @staticmethod
    def rows(run: Enrichment) -> QuerySet[EnrichedImage]:
        return EnrichedImage.objects.filter(enrichment=run)

    def request(self, row: EnrichedImage, picture: Picture) -> CaptionRequest:
        question = self.run.question
        return CaptionRequest(
            picture.pixels,
            hints=[Hint(label=key, value=value) for key, value in picture.hints.items()],
            question=question and question_about(question, row.captions, picture.hints),
        )

    def answered(self, row: EnrichedImage, answer: CaptionRun, told: dict[str, Any]) -> None:
        text = clean_block(_storable(answer.caption.text))[:MAX_BLOCK]
        if is_blank(text):
            self.fail(row, Message("model_wrote_nothing"), **told)
        elif self.end_row(row, state=EnrichedImage.State.ANSWERED, problem=None, **told):
            self.failures.clear()
            row.text = FileText.objects.create(
                file=self.run.output,
                position=row.position,
                key=row.key,
                image=row.image,
                text=text,
            )
            row.save(update_fields=["text"])


def _storable(text: str) -> str:
    """A text that every database stores."""
    return text.replace("\x00", " ").encode("utf-8", "replace").decode()


@jobs.handler(JOB, queue="seeding")
def enrich(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any] | None:
    """Ask about what is left; a run that was killed goes on, and nothing is asked twice."""
    rows = Enrichment.objects.select_related("project", "output", "version__connection")
    enrichment = rows.filter(pk=payload["enrichment_id"], job=progress.job_id).first()
    if enrichment is None:  # another job has taken its place
        return None
    try:
        with Heartbeat(progress) as heartbeat:
            end = _carry_out(enrichment, heartbeat)
            measure(enrichment)
    except (Cancelled, errors.AppError):
        measure(enrichment)
        raise
    Enrichment.objects.filter(pk=enrichment.pk, job=progress.job_id).update(end=end)
    return {"end": end}


def _carry_out(enrichment: Enrichment, heartbeat: Heartbeat) -> str:
    """Ask until nothing is left or a limit is reached; return which."""
    with transaction.atomic():
        _draw(enrichment)
    enrichment.images.filter(state=EnrichedImage.State.ASKED).update(
        state=EnrichedImage.State.INTERRUPTED, problem=Message("enriching_interrupted").to_json()
    )
    asking = Enriching.of(enrichment)
    heartbeat.report(asking.ended, asking.total)
    while some := asking.next():
        with traces.step("ask a model to combine captions", count=len(some)):
            asking.ask(some)
        heartbeat.report(asking.ended, asking.total)
    return asking.end()


def _draw(enrichment: Enrichment) -> None:
    """Copy the captions of each image, once, and put the images in an order of chance."""
    locked = Enrichment.objects.select_for_update(of=("self",)).get(pk=enrichment.pk)
    if locked.without_image is not None:
        return
    texts = report_texts(enrichment.project, parse(enrichment.source, enrichment.project))
    by_image: dict[int, list[SourceText]] = {}
    for text in texts:
        if text.image_id is not None:
            by_image.setdefault(text.image_id, []).append(text)
    if not by_image:
        raise errors.Invalid(Message("no_captions_of_images"), code="no_texts")
    captioned = list(by_image.items())
    generator(enrichment.seed, "enrichment").shuffle(captioned)
    EnrichedImage.objects.bulk_create(
        (
            EnrichedImage(
                enrichment=enrichment,
                position=position,
                image_id=image_id,
                key=own[0].key,
                captions=[text.text for text in own],
            )
            for position, (image_id, own) in enumerate(captioned, start=1)
        ),
        batch_size=1000,
    )
    without = sum(1 for text in texts if text.image_id is None)
    Enrichment.objects.filter(pk=enrichment.pk).update(without_image=without)
