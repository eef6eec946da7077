"""Texts of rows as given texts of a study: a file of texts, made when the import is over."""

from collections import Counter
from dataclasses import dataclass

from annotate.core import errors
from annotate.exchange import hooks
from annotate.exchange.imports.rows import Row
from annotate.exchange.imports.said import Said
from annotate.exchange.imports.seeds import Plan, Planned
from annotate.exchange.models import Import, ImportedText
from annotate.images.archives import RowError
from annotate.images.intake import Facts
from annotate.messages import Message
from annotate.workflow.given_texts import MAX_TEXTS, cleaned

_BATCH = 2000


@dataclass
class TextPlan(Plan):
    row: int = 0
    texts: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not self.texts


class TextGiver:
    """Keeps all texts of a picture, in the transaction of its chunk, until the import is over."""

    def __init__(self, import_: Import, _: str) -> None:
        self._import = import_
        self._number = ImportedText.objects.filter(of=import_).count()

    def plan(self, row: Row, facts: Facts) -> TextPlan:
        said = row.said or Said()
        texts = said.texts
        plan = TextPlan(row=row.number, texts=tuple(_cleaned(each.text) for each in texts))
        if self._number + len(texts) > MAX_TEXTS:
            raise RowError("text", Message("texts_beyond", limit=MAX_TEXTS), code="too_many")
        self._number += len(texts)
        plan.left["left_no_objects_in_texts"] += len(said.objects)
        return plan

    def give(self, plans: Planned) -> Counter[str]:
        wanted = [
            (image_id, plan)
            for image_id, plan in plans
            if isinstance(plan, TextPlan) and not plan.is_empty
        ]
        ImportedText.objects.bulk_create(
            ImportedText(of=self._import, row=plan.row, place=place, image_id=image_id, text=text)
            for image_id, plan in wanted
            for place, text in enumerate(plan.texts)
        )
        return Counter(given=len(wanted))


def _cleaned(text: str) -> str:
    try:
        return cleaned("text", text)
    except errors.Invalid as wrong:
        field = wrong.fields[0]
        raise RowError("text", field.as_message(), code=field.code) from None


def make_file(import_: Import) -> None:
    """Make the file of the texts that were kept, if there are any; the end of its transaction.

    Raises:
        Conflict: a file has been called so since the import began.
    """
    # Of two processes that come to the end the second finds nothing left.
    Import.objects.select_for_update(no_key=True).get(pk=import_.pk)
    kept = ImportedText.objects.filter(of=import_)
    if not kept.exists():
        return
    rows = kept.order_by("row", "place").values_list("image__external_id", "image_id", "text")
    for keep in hooks.texts_given:
        keep(import_.project, import_.created_by, import_.texts_name, rows.iterator(_BATCH))
    kept.delete()
