"""Ask a model version about the images of an enrichment, a few at a time, within its limits."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from django.db import transaction
from django.db.models import Max, Q, QuerySet, Sum

from annotate.analysis.text import clean_block, is_blank
from annotate.backends import BackendError, Captioner, CaptionRequest, Hint, Usage, runs
from annotate.backends.rewriting import question_about
from annotate.backends.runs import CaptionRun
from annotate.backends.traces import clean, storable
from annotate.core import clock, errors, logs
from annotate.evaluation.models import EnrichedImage, Enrichment, FileText
from annotate.images.models import Image
from annotate.kinds.fields import MAX_BLOCK
from annotate.messages import Message
from annotate.seeding.seeds import Picture
from annotate.seeding.selectors.connections import backend_of, configured
from annotate.seeding.services.chunks import MAX_PIXELS, opened
from annotate.workflow.models import Sample

log = logs.get(__name__)

# So many failures in a row: whatever is wrong is not wrong with single images.
MOST_FAILURES = 20
State = EnrichedImage.State


@dataclass
class Asking:
    """A version at work on an enrichment, and how much of its limits is used up.

    `ended` images were asked about, or could not be; `dearest` is the highest cost of one answer.
    """

    enrichment: Enrichment
    captioner: Captioner
    label: str
    total: int
    ended: int
    cost: float
    dearest: float
    failures: list[Message] = field(default_factory=list)

    @classmethod
    def of(cls, enrichment: Enrichment) -> "Asking":
        """Raises AppError where the version cannot be used any more."""
        ready = configured(enrichment.version)
        captioner = backend_of(enrichment.version.connection).captioner(ready)
        images = enrichment.images.exclude(state=State.WITHDRAWN)
        spent = images.aggregate(dearest=Max("cost", default=0.0), cost=Sum("cost", default=0.0))
        ended, number = images.exclude(state=State.PENDING).count(), images.count()
        total = min(number, enrichment.most_samples or number)
        return cls(enrichment, captioner, ready.label, total, ended, **spent)

    def _limit(self) -> Enrichment.End | None:
        """The limit that is reached, if one is."""
        wish = self.enrichment
        if wish.most_samples is not None and self.ended >= wish.most_samples:
            return Enrichment.End.SAMPLES
        if wish.most_cost is not None and self.cost >= wish.most_cost:
            return Enrichment.End.COST
        return None

    def end(self) -> str:
        """Why it is over: a limit only where something is left."""
        limit = self._limit()
        return limit if limit and self._pending().exists() else Enrichment.End.DONE

    def next(self) -> list[EnrichedImage]:
        """The next images: as many as are best asked about at once, fit memory and the limits."""
        gone = Sample.objects.filter(
            project=self.enrichment.project, state=Sample.State.WITHDRAWN
        ).values("image")
        withdrawn = self._pending().filter(Q(image__in=gone) | Q(image=None))
        withdrawn.update(state=State.WITHDRAWN)
        if self._limit():
            return []
        pending = self._pending().select_related("image").order_by("position")
        rows = list(pending[: self._at_once()])
        pixels = accumulate(_pixels(row.image) for row in rows)
        fitting = sum(1 for so_far in pixels if so_far <= MAX_PIXELS)
        return rows[: max(1, fitting)]  # a large image comes alone

    def _pending(self) -> QuerySet[EnrichedImage]:
        return self.enrichment.images.filter(state=State.PENDING)

    def _at_once(self) -> int:
        most = max(1, self.captioner.batch)
        if self.enrichment.most_samples is not None:
            most = min(most, self.enrichment.most_samples - self.ended)
        if self.enrichment.most_cost is not None:
            # One answer shows what one costs; from then on as many as surely fit.
            left = self.enrichment.most_cost - self.cost
            most = min(most, int(left / self.dearest)) if self.dearest else 1
        return max(1, most)

    def ask(self, some: Sequence[EnrichedImage]) -> None:
        """Ask about some images and keep what is answered.

        Raises:
            Conflict: so many failed in a row that asking on is of no use.
        """
        asked = [(row, picture) for row in some if (picture := self._opened(row)) is not None]
        keys = [row.pk for row, _ in asked]
        # Before the version hears of them: whatever happens now, they are not asked about again.
        self._pending().filter(pk__in=keys).update(state=State.ASKED, asked_at=clock.now())
        requests = [self._request(row, picture) for row, picture in asked]
        answers = runs.caption_many(self.captioner, requests)
        with transaction.atomic():
            for (row, _), answer in zip(asked, answers, strict=True):
                self._keep(row, answer)
        if len(self.failures) >= MOST_FAILURES:
            told = Message("enriching_fails", count=len(self.failures), problem=self.failures[-1])
            raise errors.Conflict(told, code="enriching_fails")

    def _opened(self, row: EnrichedImage) -> Picture | None:
        try:
            return opened(row.image) if row.image else None
        except Exception as unexpected:
            log.exception("An image could not be opened", image=row.image_id)
            self._fail(row, Message("image_not_opened", fault=type(unexpected).__name__))
            return None

    def _request(self, row: EnrichedImage, picture: Picture) -> CaptionRequest:
        question = self.enrichment.question
        return CaptionRequest(
            picture.pixels,
            hints=[Hint(label=key, value=value) for key, value in picture.hints.items()],
            question=question and question_about(question, row.captions, picture.hints),
        )

    def _keep(self, row: EnrichedImage, answer: CaptionRun | BackendError) -> None:
        if isinstance(answer, BackendError):
            self._fail(row, answer.entry)
            return
        usage = answer.provenance.usage or Usage()
        self.cost += usage.cost
        self.dearest = max(self.dearest, usage.cost)
        told = {
            **usage.model_dump(),
            "provenance": storable(answer.provenance, model=self.label),
            "seconds": answer.provenance.latency_seconds,
        }
        text = clean_block(_storable(answer.caption.text))[:MAX_BLOCK]
        if is_blank(text):
            self._fail(row, Message("model_wrote_nothing"), **told)
        elif self._end(row, state=State.ANSWERED, problem=None, **told):
            self.failures.clear()
            row.text = FileText.objects.create(
                file=self.enrichment.output,
                position=row.position,
                key=row.key,
                image=row.image,
                text=text,
            )
            row.save(update_fields=["text"])

    def _fail(self, row: EnrichedImage, problem: Message, **told: Any) -> None:
        self.failures.append(problem)
        self._end(row, state=State.FAILED, problem=clean(problem.to_json()), **told)

    def _end(self, row: EnrichedImage, **told: Any) -> bool:
        """Write down what became of an image; of two that did the same the first counts."""
        self.ended += 1
        ended = (State.ANSWERED, State.FAILED)
        ours = EnrichedImage.objects.filter(pk=row.pk).exclude(state__in=ended)
        return bool(ours.update(**told))


def _storable(text: str) -> str:
    """A text that every database stores."""
    return text.replace("\x00", " ").encode("utf-8", "replace").decode()


def _pixels(image: Image | None) -> int:
    return image.width * image.height if image else 0
