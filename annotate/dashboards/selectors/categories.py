"""How many images of each category a project has, split by split (IIW Fig. 7)."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.db.models import Count, F, Func, TextField, Value
from django.db.models.sql.compiler import SQLCompiler

from annotate.dashboards.schemas import categories as schemas
from annotate.images import categories
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.workflow.models import Sample

SHOWN = 20
# Images in whose metadata the fields are looked up that a lead may choose from.
_LOOKED_AT = 1000


class FieldOf(Func):
    """The value of one field of a JSON object, as JSON; null where the object has none.

    Unlike a path it takes every name: a dot, a quotation mark or a number is no syntax.
    """

    output_field = TextField()
    arity = 2

    def as_postgresql(
        self, compiler: SQLCompiler, connection: Any, **_: Any
    ) -> tuple[str, tuple[Any, ...]]:
        column, name = self._parts(compiler)
        return f"({column} -> %s)::text", (name,)

    def as_sqlite(
        self, compiler: SQLCompiler, connection: Any, **_: Any
    ) -> tuple[str, tuple[Any, ...]]:
        column, name = self._parts(compiler)
        told = "CASE type WHEN 'text' THEN json_quote(value) WHEN 'array' THEN value END"
        # Only the name of our own column is put into the text.
        sql = f"(SELECT {told} FROM json_each({column}) WHERE key = %s)"  # noqa: S608
        return sql, (name,)

    def _parts(self, compiler: SQLCompiler) -> tuple[str, str]:
        column, name = self.get_source_expressions()
        return compiler.compile(column)[0], name.value


def categories_of(project: Project) -> schemas.Categories:
    """The images of samples that are not withdrawn, by category and split; two queries."""
    counted = categories.Categories()
    for split, told, images in _told(project):
        counted.add(split, categories.names_in(json.loads(told)) if told else [], images)
    by_split = counted.by_split() if counted.any_given else []
    ranked = _ranked(by_split)
    return schemas.Categories(
        field=project.category_field,
        fields=_fields(project),
        splits=[
            schemas.CategorySplit(split=row.split, images=row.images, none_given=row.none_given)
            for row in by_split
        ],
        different=len(ranked),
        top=ranked[:SHOWN],
    )


def _told(project: Project) -> Any:
    """Of each split what its images say, as JSON, and how many say it."""
    return (
        Sample.objects.filter(project=project)
        .exclude(state=Sample.State.WITHDRAWN)
        .order_by()
        .annotate(told=FieldOf(F("image__metadata"), Value(project.category_field)))
        .values_list("split", "told")
        .annotate(images=Count("pk"))
        .iterator()
    )


def _fields(project: Project) -> list[schemas.MetadataField]:
    images = Image.objects.filter(project=project).order_by("pk")
    told = images.values_list("metadata", flat=True)[:_LOOKED_AT]
    counted = Counter(name for metadata in told for name in metadata)
    return [
        schemas.MetadataField(name=name, images=number)
        for name, number in sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    ][:SHOWN]


def _ranked(by_split: Sequence[categories.SplitCategories]) -> list[schemas.CategoryCount]:
    """Every category with its images in each split, those of most images first."""
    named = [dict(row.named) for row in by_split]
    rows = [
        schemas.CategoryCount(category=name, images=sum(counts), by_split=counts)
        for name in {name for own in named for name in own}
        for counts in [[own.get(name, 0) for own in named]]
    ]
    return sorted(rows, key=lambda row: (-row.images, row.category))
