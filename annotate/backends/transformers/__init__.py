"""Models that run in the worker's own process, by the transformers library.

Only folders of models that an operator has laid down are read; see `places`. PyTorch is imported
when a model is asked for, and not before.
"""

from typing import TYPE_CHECKING

from annotate.backends import Backend, Configured
from annotate.backends.base import Captioner, Detector
from annotate.backends.transformers import library
from annotate.backends.transformers.settings import NAME, VERSION, TransformersSettings

if TYPE_CHECKING:
    from annotate.backends.training.base import Trainer


def _detector(configured: Configured) -> Detector:
    from annotate.backends.transformers.models import make_detector

    return make_detector(configured)


def _captioner(configured: Configured) -> Captioner:
    from annotate.backends.transformers.models import LocalCaptioner

    return LocalCaptioner(configured)


def _trainer() -> "Trainer":
    from annotate.backends.training.vlm.trainer import VlmTrainer

    return VlmTrainer()


BACKEND = Backend(
    name=NAME,
    version=VERSION,
    title="Local models",
    description=(
        "Vision-language models and object detectors from a folder of this server, on its"
        " processor or graphics card. The vision-language model learns from the project's"
        " annotations."
    ),
    make_detector=_detector,
    make_captioner=_captioner,
    make_trainer=_trainer,
    settings=TransformersSettings,
    asked_in_words=True,
    installed=library.availability,
)
