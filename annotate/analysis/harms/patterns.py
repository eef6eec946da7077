"""The parser of every install: TextBlob's tagger, WordNet's names, and written patterns."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version

from annotate.analysis.harms.chunks import pieces
from annotate.analysis.harms.clauses import graph_of
from annotate.analysis.harms.graphs import Graph, union
from annotate.analysis.harms.lexicon import Lexicon, grammar
from annotate.analysis.harms.measures import without_measures
from annotate.analysis.harms.synsets import VERSION, meanings
from annotate.analysis.harms.tagging import Tagger, Tagging
from annotate.analysis.tokens import sentences
from annotate.analysis.undefined import Undefined

_LONGEST = 200  # words of a sentence; what is longer is no sentence and is read in parts
_RULES = "2"  # count up when a change of the rules changes graphs


@dataclass(frozen=True, slots=True)
class PatternParser:
    """Reads English sentence by sentence; make one with :func:`pattern_parser`."""

    lexicon: Lexicon
    tagging: Tagging
    name: str = "patterns"

    @property
    def version(self) -> str:
        words = f"grammar {grammar()['version']}, TextBlob {version('textblob')}, {VERSION}"
        return f"rules {_RULES}, {words}"

    def parse(self, text: str) -> Graph:
        """Return what the sentences of a text say together, in time linear in the text."""
        return union(self._sentence(part) for each in sentences(text) for part in _parts(each))

    def _sentence(self, sentence: str) -> Graph:
        words = self.tagging.words(sentence)
        return graph_of(without_measures(pieces(words, self.lexicon)), self.lexicon)


def _parts(sentence: str) -> Iterator[str]:
    words = sentence.split()
    for start in range(0, len(words), _LONGEST):
        yield " ".join(words[start : start + _LONGEST])


def pattern_parser() -> PatternParser | Undefined:
    """Return the parser, made once, or why there is none: WordNet is missing.

    >>> parser = pattern_parser()
    >>> graph = parser.parse("A man in a red hat rides two horses.")
    >>> sorted(graph.relations)
    [('man', 'in', 'hat'), ('man', 'ride', 'horse')]
    >>> sorted(graph.attributes)
    [('hat', 'red'), ('horse', 'two')]
    """
    return _made()


@lru_cache(maxsize=1)
def _made() -> PatternParser | Undefined:
    known = meanings()
    if isinstance(known, Undefined):
        return known
    lexicon = Lexicon(known)
    return PatternParser(lexicon, Tagging(lexicon, _tagger()))


def _tagger() -> Tagger:
    from textblob.en import tag

    return lambda words: [label for _, label in tag(" ".join(words), tokenize=False)]
