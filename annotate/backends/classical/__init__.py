"""The built-in back end: region proposals and measured attributes, without any trained model.

It does not know what things are. It finds areas that stand out and says what can be measured of
them, so a label reads "dark red region", never "cup". People name things; that is their work.
"""

from annotate.backends import Backend
from annotate.backends.classical.models import ClassicalCaptioner, ClassicalDetector

BACKEND = Backend(
    name=ClassicalDetector.name,
    # Of its two parts that which changed last.
    version=ClassicalCaptioner.version,
    title=ClassicalDetector.title,
    description=(
        "Marks areas that stand out and describes their measured colour, size, place and "
        "texture. Needs no model and no network. It does not know what the things are."
    ),
    make_detector=lambda _: ClassicalDetector(),
    make_captioner=lambda _: ClassicalCaptioner(),
    built_in=True,
)
