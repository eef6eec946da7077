"""The figures of a report's single texts and images, as files."""

import io
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, cast

from django.core.files import File
from django.core.files.storage import default_storage

from annotate.analysis.text_reports import Measured, by_image
from annotate.core.csv_files import rows_as_csv
from annotate.evaluation.models import TextReport
from annotate.evaluation.selectors.report_texts import as_measured
from annotate.evaluation.selectors.sources import SourceText
from annotate.evaluation.selectors.text_reports import file_name

Source = tuple[str, Sequence[SourceText], Mapping[str, Measured]]

# Whose columns have one value for each text; specificity has one for each image.
_OF_TEXTS = ("describe", "readability", "captions")


def write_files(report: TextReport, sources: Sequence[Source]) -> None:
    """Write what was found of single texts, and of single images where that was asked for."""
    _write(file_name(report, "texts"), _text_rows(sources))
    if any("specificity" in measured for _, _, measured in sources):
        _write(file_name(report, "images"), _image_rows(sources))


def _write(name: str, rows: Iterator[Sequence[object]]) -> None:
    with tempfile.TemporaryFile() as spool:
        text = io.TextIOWrapper(cast(IO[bytes], spool), "utf-8", newline="", write_through=True)
        text.writelines(rows_as_csv(rows))
        spool.seek(0)
        default_storage.delete(name)  # of a run that was killed
        default_storage.save(name, File(cast(IO[bytes], spool)))
        text.detach()


def _text_rows(sources: Sequence[Source]) -> Iterator[Sequence[object]]:
    names = [
        (key, name)
        for key in _OF_TEXTS
        for name in dict.fromkeys(
            name for _, _, measured in sources if key in measured for name in measured[key].columns
        )
    ]
    yield ["source", "number", "key", *(name for _, name in names)]
    for title, texts, measured in sources:
        columns = [
            measured[key].columns.get(name) if key in measured else None for key, name in names
        ]
        for place, text in enumerate(texts):
            values = (None if column is None else column[place] for column in columns)
            yield [title, place + 1, text.key, *values]


def _image_rows(sources: Sequence[Source]) -> Iterator[Sequence[object]]:
    yield ["source", "key", "texts", "specificity"]
    for title, texts, measured in sources:
        plain = [as_measured(each) for each in texts]
        keys = {each.image: text.key for each, text in zip(plain, texts, strict=True)}
        found = measured["specificity"].columns.get("specificity")
        for place, (image, own) in enumerate(by_image(plain).items()):
            yield [title, keys[image], len(own), None if found is None else found[place]]
