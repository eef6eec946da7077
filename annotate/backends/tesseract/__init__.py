"""Reads text with Tesseract, where that program is installed on the machine of the worker."""

from annotate.backends import Backend, Configured
from annotate.backends.tesseract.reader import TesseractReader


def _reader(configured: Configured) -> TesseractReader:
    return TesseractReader(language=configured.environment.ocr_languages)


BACKEND = Backend(
    name=TesseractReader.name,
    version=TesseractReader.version,
    title=TesseractReader.title,
    description=(
        "Reads printed text: in each area that a detector marked, and in the image as a whole."
        " Small, curved, slanted and handwritten text is often missed or misread."
    ),
    make_ocr=_reader,
    built_in=True,
)
