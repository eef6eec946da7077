"""Write a project to one file: constant memory, the same bytes for the same content.

A format is a module with a `Writer`; the table below is the only place that lists them.
"""

from collections.abc import Mapping

from annotate.exchange.exports import (
    coco,
    csv_tables,
    enriched,
    finetuning,
    iiw,
    label_studio,
    parquet,
    textcaps,
    vizwiz,
    webdataset,
)
from annotate.exchange.exports.base import Format

_ALL = (
    iiw.FORMAT,
    coco.FORMAT,
    parquet.FORMAT,
    webdataset.FORMAT,
    csv_tables.FORMAT,
    label_studio.FORMAT,
    vizwiz.FORMAT,
    textcaps.CAPTIONS,
    textcaps.TEXT,
    textcaps.READ,
    finetuning.TASK_FILES,
    finetuning.CHAT,
    enriched.FORMAT,
)
FORMATS: Mapping[str, Format] = {format_.name: format_ for format_ in _ALL}

__all__ = ["FORMATS", "Format"]
