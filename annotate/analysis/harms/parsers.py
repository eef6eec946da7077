"""Which parser reads: named by hand, or the one of every install."""

from annotate.analysis.harms.dependencies import dependency_parser
from annotate.analysis.harms.graphs import Parser
from annotate.analysis.harms.patterns import pattern_parser
from annotate.analysis.undefined import Undefined

PARSERS = ("auto", "patterns")
SPACY = "spacy:"  # and a folder or package behind it


def is_parser(name: str) -> bool:
    """Whether :func:`parser_named` knows the name.

    >>> [is_parser(name) for name in ("auto", "spacy:en_core_web_sm", "spacy:", "other")]
    [True, True, False, False]
    """
    return name in PARSERS or (name.startswith(SPACY) and name != SPACY)


def parser_named(name: str) -> Parser | Undefined:
    """Return a parser of :data:`PARSERS`, or ``spacy:`` with a model; or why it is not there.

    ``auto`` is ``patterns`` everywhere, so that the same texts have the same figures in every
    install.

    >>> parser_named("spacy:/no/such/folder").reason
    'The spaCy model “/no/such/folder” cannot be loaded.'
    """
    if name.startswith(SPACY):
        return dependency_parser(name.removeprefix(SPACY))
    return {"auto": pattern_parser, "patterns": pattern_parser}[name]()
