"""The built-in back end that learns: what people said of the pictures most like this one.

No weights are fetched and none are trained by gradients. A version is an index: measured features
of every object and image that people have finished, with their words. Regions of `classical` get
the label of their nearest neighbours and are dropped where people marked nothing of the kind;
texts are those people wrote about the neighbours, word for word (Devlin et al. 2015,
arXiv:1505.04467, show how far that goes). Before its first training it says what `classical` says.
"""

from annotate.backends import Backend
from annotate.backends.nearest.models import NearestCaptioner, NearestDetector
from annotate.backends.nearest.trainer import NearestTrainer

BACKEND = Backend(
    name=NearestDetector.name,
    version=NearestDetector.version,
    title=NearestDetector.title,
    description=(
        "Learns from the project itself: names and describes what it sees as people did with what"
        " looked most like it. Needs no model and no network, is trained in minutes, and begins as"
        " “classical”. It repeats people's sentences and never makes one of its own."
    ),
    make_detector=NearestDetector,
    make_captioner=NearestCaptioner,
    make_trainer=NearestTrainer,
    built_in=True,
)
