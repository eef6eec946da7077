"""Look at the pictures of rows before they are written: read and verified, or found in store."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.conf import settings

from annotate.core import errors
from annotate.exchange.imports.rows import Problem, Row, problem_of
from annotate.exchange.imports.seeds import Giver, Plan
from annotate.images import services as images
from annotate.images.archives import RowError
from annotate.images.intake import Facts
from annotate.images.models import Image
from annotate.images.selectors import stored_facts
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.workflow.selectors.names import Names


@dataclass(frozen=True)
class Prepared:
    row: Row
    facts: Facts | None = None
    problems: tuple[Problem, ...] = ()
    plan: Plan | None = None


def prepare(row: Row, *, dry: bool) -> Prepared:
    """Read and verify the pixels of a row. Storing them before the row is in harms nothing."""
    if row.problems or row.read is None:
        return Prepared(row, problems=row.problems)
    try:
        data = row.read()
        digest = hashlib.sha256(data).hexdigest()
        facts = images.examine(data) if dry else images.store(data, digest=digest)
    except RowError as error:
        return Prepared(row, problems=(problem_of(row.number, row.name, error),))
    except errors.AppError as error:
        problem = Problem.of_error(row.number, row.name, error, field="file")
        return Prepared(row, problems=(problem,))
    # It may hold the bytes, and a chunk has many rows.
    return Prepared(replace(row, read=None), facts)


def with_stored(chunk: list[Prepared], project_ids: Sequence[int] | None) -> list[Prepared]:
    """Look up the content that rows name by its digest, for the whole chunk at once.

    Rows of which nothing is known stay as they are, to be looked up again or refused.
    """
    digests = [item.row.sha256 for item in chunk if _is_sought(item) and item.row.sha256]
    if not digests:
        return chunk
    known = stored_facts(digests, project_ids=project_ids)
    return [
        Prepared(item.row, known.get(item.row.sha256 or "")) if _is_sought(item) else item
        for item in chunk
    ]


def settled(chunk: list[Prepared], project_ids: Sequence[int] | None) -> list[Prepared]:
    """Refuse rows whose content is not stored, nor was brought in since they were looked up."""
    return [
        Prepared(item.row, problems=(_not_stored(item.row),)) if _is_sought(item) else item
        for item in with_stored(chunk, project_ids)
    ]


def _is_sought(item: Prepared) -> bool:
    return item.row.sha256 is not None and item.facts is None and not item.problems


def _not_stored(row: Row) -> Problem:
    return Problem.about(row.number, row.name, "sha256", Message("not_stored"))


def planned(giver: Giver | None, item: Prepared) -> Prepared:
    """A row with what it has to give, or refused where no stage can take that."""
    if giver is None or item.facts is None or item.row.said is None:
        return item
    try:
        return replace(item, plan=giver.plan(item.row, item.facts))
    except RowError as error:
        problem = problem_of(item.row.number, item.row.name, error)
        return Prepared(item.row, problems=(problem,))


class Known:
    """The pictures of a project that rows name because they came without them."""

    def __init__(self, project: Project) -> None:
        self._project = project

    @cached_property
    def _names(self) -> Names:
        return Names(self._project)

    def looked_up(self, chunk: list[Prepared]) -> list[Prepared]:
        wanted = {item.row.known for item in chunk if item.row.known is not None}
        if not wanted:
            return chunk
        found = self._found(wanted)
        return [
            item if item.row.known is None else self._present(item.row, found.get(item.row.known))
            for item in chunk
        ]

    def _found(self, wanted: Iterable[str]) -> dict[str, Image]:
        """Images by their external id, or else by their path or file name if only one has it."""
        mine = Image.objects.filter(project=self._project)
        found = {image.external_id: image for image in mine.filter(external_id__in=wanted)}
        loose = {}
        for name in set(wanted).difference(found):
            try:
                named = self._names.find(name, "file")
            except errors.Invalid:
                continue
            if named is not None:
                loose[name] = named.image_id
        images_ = mine.in_bulk(loose.values())
        return found | {name: images_[pk] for name, pk in loose.items()}

    def _present(self, row: Row, image: Image | None) -> Prepared:
        if image is None:
            message = _why_without_picture(row)
            return Prepared(row, problems=(Problem.about(row.number, row.name, "file", message),))
        details = row.details.model_copy(update={"external_id": image.external_id})
        return Prepared(replace(row, details=details), images.facts_of(image))


def _why_without_picture(row: Row) -> Message:
    if row.address and not settings.IMPORT_MAX_ADDRESSES:
        return Message("addresses_not_allowed")
    code = "address_not_fetched" if row.address else "picture_not_sent"
    return Message(code, name=row.known or "")
