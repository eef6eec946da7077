"""SPICE (Anderson et al. 2016) is not computed here, and says so."""

from annotate.analysis.undefined import Undefined
from annotate.messages import Message

NOT_AVAILABLE = Undefined(Message("spice_not_available"))


def spice() -> Undefined:
    """Return why there is no SPICE; the place where one would be computed.

    >>> spice().reason.split(":")[0]
    'SPICE is not available'
    """
    return NOT_AVAILABLE
