"""Lists of pictures in the formats of others, each told by what it holds.

A reader is one module with a function that looks at the files, and one line in the registry below:
it answers None, or a `Reading`. The first that recognises something reads the import; what it does
not read is named as unused.
"""

from collections.abc import Callable

from annotate.exchange.imports.entries import Reading
from annotate.exchange.imports.readers import (
    coco,
    delimited,
    exported_csv,
    iiw,
    label_studio,
    label_studio_min,
    parquet,
    textcaps,
    webdataset,
)
from annotate.exchange.imports.readers.documents import Documents

Find = Callable[[Documents], Reading | None]

# The one list of them.
READERS: tuple[Find, ...] = (
    coco.find,
    textcaps.find,
    label_studio.find,
    label_studio_min.find,
    iiw.find,
    parquet.find,
    delimited.find_lines,
    exported_csv.find,
    delimited.find_csv,
    webdataset.find,
)


def find(documents: Documents) -> Reading | None:
    """The reading of the first format that is recognised."""
    return next((reading for look in READERS if (reading := look(documents)) is not None), None)
