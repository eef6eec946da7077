"""Write all files of a release in one pass over its samples, so that they tell of one moment."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TypeVar

from annotate.core import traces
from annotate.exchange.exports import FORMATS, left_out
from annotate.exchange.exports.base import Writer
from annotate.exchange.exports.batches import fetched
from annotate.exchange.exports.reading import Exported, Round, Scope, Selection
from annotate.exchange.exports.writing import Ahead
from annotate.exchange.imports.ledger import Watcher
from annotate.exchange.models import Release
from annotate.exchange.releases import frozen, papers
from annotate.exchange.releases.folder import MANIFEST, Folder, WrittenFile, manifest
from annotate.exchange.releases.records import RecordsWriter
from annotate.exchange.releases.statistics import Statistics
from annotate.workflow.models import Annotation

# Always in it: every round of every sample. It is the format `iiw-jsonl`.
RECORDS, RECORDS_FORMAT = "records.jsonl", "iiw-jsonl"
SAMPLES = "samples.jsonl"
_LINES = 2000
# Fewer than of one export: every format at once makes its own of them.
_AT_ONCE = 100

WriterT = TypeVar("WriterT", bound=Writer)


@dataclass(frozen=True)
class Built:
    manifest: WrittenFile
    files: list[WrittenFile]
    samples: int
    left_out: dict[str, int]


def selection_of(release: Release) -> Selection:
    """Whole samples always: what is unfinished, rejected or dropped is never released."""
    return Selection(only_approved=release.only_approved, split=release.split)


def file_of(format_name: str) -> str:
    """What the file of a format is called.

    >>> file_of("coco"), file_of("iiw-jsonl")
    ('coco.json', 'records.jsonl')
    """
    if format_name == RECORDS_FORMAT:
        return RECORDS
    return format_name + FORMATS[format_name].suffix


def build(release: Release, folder: Folder, watcher: Watcher) -> Built:
    """Write every file and, last, the manifest."""
    scope = frozen.scope_of(release.project, selection_of(release))
    states, answers = left_out.States.of(scope), left_out.answers(scope)
    statistics = Statistics(release.project.recipe, release.project.category_field)
    report = partial(watcher.report, total=states.possible(scope))
    samples = _write_samples(release, scope, folder, statistics, report)
    missing = left_out.samples(scope, states, exported=samples) | answers
    papers.write(release, scope, folder, statistics.as_json(missing))
    files = list(folder.files)
    about = {"name": release.name, "version": release.version}
    last = folder.put(MANIFEST, manifest(files, **about))
    return Built(last, files, samples, missing)


def _write_samples(
    release: Release,
    scope: Scope,
    folder: Folder,
    statistics: Statistics,
    report: Callable[[int], None],
) -> int:
    done = 0
    with ExitStack() as open_files:
        records = open_files.enter_context(_writer(RecordsWriter, scope, folder, RECORDS))
        others = [
            open_files.enter_context(_writer(FORMATS[name].writer, scope, folder, file_of(name)))
            for name in release.formats
            if name != RECORDS_FORMAT
        ]
        with Ahead(fetched(scope, size=_AT_ONCE)) as source:
            while (made := source.take()) is not None:
                source.begin()
                batch = frozen.frozen(made(), done)
                statistics.add(batch)
                with traces.step("write samples", count=len(batch)):
                    for writer in (records, *others):
                        writer.add(batch if writer.with_seeds else _of_people(batch))
                done += len(batch)
                source.wait()
                report(done)
        for writer in (records, *others):
            writer.finish()
        _write_digests(records, folder)
    return done


def _write_digests(records: RecordsWriter, folder: Folder) -> None:
    lines = records.digests.lines()
    with folder.writing(SAMPLES) as out:
        while block := list(islice(lines, _LINES)):
            out.write(b"\n".join(block) + b"\n")


@contextmanager
def _writer(kind: type[WriterT], scope: Scope, folder: Folder, path: str) -> Iterator[WriterT]:
    with folder.writing(path) as out:
        writer = kind(scope, out)
        try:
            yield writer
        finally:
            writer.close()


def _of_people(batch: list[Exported]) -> list[Exported]:
    """The same samples for formats that hold nothing of models, as `batches` would read them."""
    return [replace(sample, rounds=_given(sample)) for sample in batch]


def _given(sample: Exported) -> list[Round]:
    rounds = [row for row in sample.rounds if row.origin != Annotation.Origin.MODEL]
    there = {None, *(row.id for row in rounds)}
    return [row for row in rounds if row.about_id in there]
