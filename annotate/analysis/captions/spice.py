"""SPICE (Anderson et al. 2016) is not computed here, and says so."""

from annotate.analysis.undefined import Undefined

NOT_AVAILABLE = Undefined(
    "SPICE is not available: it needs the parser Stanford CoreNLP 3.6.0 with its English models "
    "(licence GPL), which is neither part of this product nor of a Python package. "
    "Score the exported captions with the authors' program, github.com/peteanderson80/SPICE."
)


def spice() -> Undefined:
    """Return why there is no SPICE; the place where one would be computed.

    >>> spice().reason.split(":")[0]
    'SPICE is not available'
    """
    return NOT_AVAILABLE
