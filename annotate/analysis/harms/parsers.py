"""Which parser reads: named by hand, or the best one that is there."""

from annotate.analysis.harms.graphs import Parser
from annotate.analysis.harms.patterns import pattern_parser
from annotate.analysis.undefined import Undefined

PARSERS = ("auto", "patterns")


def parser_named(name: str) -> Parser | Undefined:
    """Return a parser of :data:`PARSERS`, or why it is not there."""
    return {"auto": pattern_parser, "patterns": pattern_parser}[name]()
