"""A measurement as a file: JSON lines, the run with its figures first, then every case."""

from collections.abc import Iterator

from annotate.core.schemas import Schema
from annotate.evaluation.models import HarmRun
from annotate.evaluation.schemas.harm_cases import HarmCasesQuery
from annotate.evaluation.selectors.harm_cases import cases, described_cases
from annotate.evaluation.selectors.harms import described

_BATCH = 200


def exported(run: HarmRun) -> Iterator[str]:
    """Yield the lines; memory does not grow with the cases."""
    yield _line("run", described(run))
    rows, after = cases(run, HarmCasesQuery()).order_by("pk"), 0
    while batch := list(rows.filter(pk__gt=after)[:_BATCH]):
        after = batch[-1].pk
        for case in described_cases(batch):
            yield _line("case", case)


def _line(name: str, told: Schema) -> str:
    return f'{{"{name}": {told.model_dump_json()}}}\n'
