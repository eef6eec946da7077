"""Gold from a file: one JSON object per line, each either in or with a reason why not."""

import codecs
import json
from dataclasses import dataclass, field, replace
from typing import IO, Any

from django.db import transaction
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from annotate.core import clock, errors
from annotate.kinds.problems import problems_of
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.schemas.gold import GOLD_USES, GoldRowError
from annotate.quality.selectors.works import stage_of
from annotate.quality.services.gold import add_item
from annotate.workflow import answers
from annotate.workflow.models import Annotation, Purpose, Sample

# Added within one request: these take some seconds.
MAX_ROWS = 1_000
MAX_LINE_BYTES = 100_000


class GoldRow(BaseModel):
    """One line: which image, what is known, and for a stage that judges, the answer to judge."""

    model_config = ConfigDict(extra="forbid", strict=True)

    image: str = Field(min_length=1, max_length=500)
    stage: str | None = None
    expected: dict[str, bool] = Field(min_length=1)
    answer: dict[str, Any] | None = None
    is_good: bool = True
    uses: list[str] = ["mixed"]
    note: str = Field("", max_length=2000)


@dataclass
class Account:
    """What came of a file."""

    total: int = 0
    added: int = 0
    errors: list[GoldRowError] = field(default_factory=list)

    @property
    def failed(self) -> int:
        """How many rows are not in."""
        return len({problem.row for problem in self.errors})


def import_gold(
    *, project: Project, actor: User, file: IO[bytes], stage_key: str, dry_run: bool = False
) -> Account:
    """Add gold from JSON lines; each good row is in, each bad one is told of.

    Args:
        stage_key: of rows that name no stage.
        dry_run: check every row against the project and add nothing.

    Raises:
        Invalid: the file has more than `MAX_ROWS` rows; nothing is in.
    """
    account = Account()
    rows = _lines(file)
    # As one: what a dry run says of the last row knows of the rows before it.
    with transaction.atomic():
        for number, line in rows:
            account.total += 1
            try:
                with transaction.atomic():
                    _add(project, actor, _parsed(line), stage_key)
                account.added += 1
            except errors.AppError as refused:
                account.errors += _errors(number, refused)
        if dry_run:
            transaction.set_rollback(True)
    return account


def _lines(file: IO[bytes]) -> list[tuple[int, bytes]]:
    rows = [(number, line) for number, line in enumerate(file, start=1) if line.strip(_EMPTY)]
    if len(rows) > MAX_ROWS:
        message = Message("gold_too_many_rows", limit=MAX_ROWS)
        raise errors.Invalid.field("file", message, code="too_many_rows")
    return rows


# White space, and the mark that some programs put at the start of a file.
_EMPTY = b" \t\r\n" + codecs.BOM_UTF8


def _parsed(line: bytes) -> GoldRow:
    if len(line) > MAX_LINE_BYTES:
        message = Message("gold_line_too_long", limit=MAX_LINE_BYTES)
        raise errors.Invalid.field("", message, code="line_too_long")
    try:
        raw = json.loads(line.decode("utf-8-sig"))
        if not _is_storable(raw):
            raise errors.Invalid.field("", Message("bad_characters"))
        return GoldRow.model_validate(raw)
    except (ValueError, RecursionError) as wrong:
        if isinstance(wrong, ValidationError):
            fields = [errors.FieldError.of(problem) for problem in problems_of(wrong)]
            raise errors.Invalid(fields=fields) from None
        raise errors.Invalid.field("", Message("gold_not_json"), code="not_json") from None


def _is_storable(raw: object) -> bool:
    """Whether a database takes every text in it: no NUL, no half of a character, no NaN."""
    text = json.dumps(raw, ensure_ascii=False, allow_nan=False)
    return "\\u0000" not in text and text == text.encode("utf-8", "replace").decode()


def _add(project: Project, actor: User, row: GoldRow, stage_key: str) -> None:
    stage = stage_of(project, row.stage or stage_key)
    sample = _sample(project, row.image)
    if not row.uses or not set(row.uses) <= set(GOLD_USES):
        raise errors.Invalid.field("uses", Message("unknown_use"))
    add_item(
        project=project,
        actor=actor,
        stage=stage,
        sample=sample,
        about=_judged(project, stage, sample, row.answer),
        expected=row.expected,
        is_good=row.is_good,
        uses=row.uses,
        note=row.note,
    )


def _sample(project: Project, name: str) -> Sample:
    samples = Sample.objects.filter(project=project).select_related("image")
    for column in ("image__external_id", "image__name"):
        matches = list(samples.filter(**{column: name})[:2])
        if len(matches) == 1:
            return matches[0]
        if matches:
            message = Message("gold_image_ambiguous", name=name)
            raise errors.Invalid.field("image", message, code="image_ambiguous")
    message = Message("gold_image_unknown", name=name)
    raise errors.Invalid.field("image", message, code="image_unknown")


def _judged(
    project: Project, stage: StageSpec, sample: Sample, raw: dict[str, Any] | None
) -> Annotation | None:
    """The answer to be judged, kept as an annotation that never counts as work."""
    if stage.about is None:
        if raw is not None:
            raise errors.Invalid.field("answer", Message("nothing_judged", stage=stage.title))
        return None
    if raw is None:
        message = Message("give_answer", stage=stage.title)
        raise errors.Invalid.field("answer", message, code="answer_missing")
    source = project.recipe.stage(stage.about)
    kind = source.kind_object
    value = kind.dump(_typed(source, raw))
    same = Annotation.objects.filter(
        sample=sample, stage_key=source.key, purpose=Purpose.GOLD, value=value
    ).first()
    return same or Annotation.objects.create(
        project=project,
        sample=sample,
        stage_key=source.key,
        index=1,
        kind=source.kind,
        origin=Annotation.Origin.IMPORT,
        purpose=Purpose.GOLD,
        producer="gold",
        value=value,
        created_at=clock.now(),
    )


def _typed(source: StageSpec, raw: dict[str, Any]) -> Any:
    try:
        return answers.parsed(source, raw)
    except errors.Invalid as refused:
        fields = [
            replace(problem, path=f"answer.{problem.path}".rstrip("."))
            for problem in refused.fields
        ]
        raise errors.Invalid(fields=fields) from None


def _errors(row: int, refused: errors.AppError) -> list[GoldRowError]:
    if refused.fields:
        return [GoldRowError.of_field(row, wrong) for wrong in refused.fields]
    return [GoldRowError.of_error(refused, row=row, field="", code=refused.error_code)]
