"""English texts as IIW (Tables 1 and 14) and VizWiz-Captions (Table 1) count them: tokens and
sentences by spaCy's rules, word classes by :mod:`annotate.analysis.word_classes`.

Everywhere else the product counts by :mod:`annotate.analysis.tokens`, which differs by a quarter
of a percent.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from annotate.analysis.undefined import Undefined
from annotate.analysis.word_classes import CLASSES, Words, WordTagger

if TYPE_CHECKING:
    from spacy.language import Language


@dataclass(slots=True)
class WordClasses:
    """How many words of some classes texts have."""

    nouns: int = 0
    adjectives: int = 0
    adverbs: int = 0
    verbs: int = 0
    prepositions: int = 0


class English:
    """spaCy's rule-based English pipeline: tokenizer and sentencizer, no model."""

    def __init__(self, pipeline: "Language") -> None:
        self._pipeline = pipeline

    def documents(self, texts: Iterable[str]) -> Iterator[tuple[list[str], int]]:
        """Yield the tokens without white space, and the number of sentences, of every text."""
        for document in self._pipeline.pipe(texts):
            tokens = [token.text for token in document if not token.is_space]
            yield tokens, sum(1 for _ in document.sents) if tokens else 0


@lru_cache(maxsize=1)
def english() -> English:
    """Return the pipeline, made once."""
    import spacy  # late: it takes more than a second

    pipeline = spacy.blank("en")
    pipeline.add_pipe("sentencizer")
    pipeline.max_length = 1_000_000_000
    return English(pipeline)


@dataclass(frozen=True, slots=True)
class Described:
    """One text; ``classes`` is None where no tagger can be used."""

    tokens: int
    sentences: int
    words: int
    classes: WordClasses | None


@dataclass(slots=True)
class Description:
    """Texts one by one, and the different words of all of them in lower case."""

    texts: list[Described] = field(default_factory=list)
    unique: dict[str, set[str]] = field(
        default_factory=lambda: {name: set() for name in ("words", *CLASSES)}
    )

    @property
    def tokens(self) -> int:
        return sum(text.tokens for text in self.texts)

    @property
    def sentences(self) -> int:
        return sum(text.sentences for text in self.texts)

    @property
    def classes(self) -> WordClasses | None:
        """How many words of each class all texts have; None where no tagger can be used."""
        total = WordClasses()
        for text in self.texts:
            if text.classes is None:
                return None
            for name in CLASSES:
                setattr(total, name, getattr(total, name) + getattr(text.classes, name))
        return total


# Texts whose tokens are in memory at once; a trained model reads many together.
_TOGETHER = 1_000


def describe(
    texts: Iterable[str], pipeline: English, tagger: WordTagger | Undefined
) -> Description:
    """Describe texts: tokens and sentences by spaCy's rules, word classes by a tagger.

    Tokens count punctuation and not white space (IIW Tables 1 and 14). Unique words are the
    different tokens with a letter or digit, in lower case and over all texts, and so are unique
    nouns … (VizWiz-Captions Table 1, right half).

    Example: "dog" and "Dog" are one word.

    >>> from annotate.analysis.word_classes import TextBlobTagger
    >>> description = describe(["A dog runs.", "Dog!"], english(), TextBlobTagger())
    >>> description.tokens, description.sentences, sorted(description.unique["words"])
    (6, 2, ['a', 'dog', 'runs'])
    """
    description = Description()
    documents = pipeline.documents(texts)
    while together := list(islice(documents, _TOGETHER)):
        for (tokens, sentences), tagged in zip(together, _tagged(together, tagger), strict=True):
            words = [token.lower() for token in tokens if any(map(str.isalnum, token))]
            description.unique["words"].update(words)
            classes = _classes(tagged, description.unique)
            description.texts.append(Described(len(tokens), sentences, len(set(words)), classes))
    return description


def _tagged(
    together: Sequence[tuple[list[str], int]], tagger: WordTagger | Undefined
) -> Iterable[Words | None]:
    if isinstance(tagger, Undefined):
        return [None] * len(together)
    return tagger.classes(tokens for tokens, _ in together)


def _classes(tagged: Words | None, unique: dict[str, set[str]]) -> WordClasses | None:
    if tagged is None:
        return None
    classes = WordClasses()
    for name, word in tagged:
        setattr(classes, name, getattr(classes, name) + 1)
        unique[name].add(word.lower())
    return classes
