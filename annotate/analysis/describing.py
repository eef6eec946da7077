"""English texts as IIW (Tables 1 and 14) and VizWiz-Captions (Table 1) count them: tokens and
sentences by spaCy, word classes by TextBlob.

Both libraries are the extra ``metrics``. Everywhere else the product counts by
:mod:`annotate.analysis.tokens`, which needs neither and differs by a quarter of a percent.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from annotate.analysis.undefined import Undefined
from annotate.messages import Message

if TYPE_CHECKING:
    from spacy.language import Language

_NO_SPACY = Undefined(Message("spacy_not_installed"))
NO_TAGGER = Undefined(Message("textblob_not_installed"))
_BE = frozenset(["am", "are", "be", "been", "being", "is", "was", "were", "'s", "'re", "'m"])
_HELPING = frozenset(["did", "do", "does", "had", "has", "have", "having", "'ve", "'d"])
_CLASSES = {
    "NN": "nouns",
    "JJ": "adjectives",
    "RB": "adverbs",
    "VB": "verbs",
    # What VizWiz-Captions Table 1 seems to count as spatial relations; "think that" is none.
    "IN": "prepositions",
}
_NAMES = ("NNP", "NNPS")


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
def english() -> English | Undefined:
    """Return the pipeline, made once, or why there is none."""
    try:
        import spacy
    except ImportError:
        return _NO_SPACY
    pipeline = spacy.blank("en")
    pipeline.add_pipe("sentencizer")
    pipeline.max_length = 1_000_000_000
    return English(pipeline)


def classes_of(tokens: Sequence[str]) -> list[tuple[str, str]] | None:
    """Return the words of a text that have a class, as (class, word); None without TextBlob.

    Classes are those of Universal Dependencies: names are no nouns, forms of "be" and "have" or
    "do" before another verb are no verbs but auxiliaries.
    """
    try:
        from textblob.en import tag
    except ImportError:
        return None
    tagged: list[tuple[str, str]] = tag(" ".join(tokens), tokenize=False) if tokens else []
    classes = []
    for place, (word, label) in enumerate(tagged):
        name = _CLASSES.get(label[:2])
        if name is None or label in _NAMES or (name == "verbs" and _helps(tagged, place, word)):
            continue
        classes.append((name, word))
    return classes


def _helps(tagged: Sequence[Any], place: int, word: str) -> bool:
    word = word.lower()
    if word in _BE:
        return True
    following = [label for _, label in tagged[place + 1 : place + 3] if label != "RB"]
    return word in _HELPING and bool(following) and following[0].startswith("VB")


CLASSES = ("nouns", "adjectives", "adverbs", "verbs", "prepositions")


@dataclass(frozen=True, slots=True)
class Described:
    """One text; ``classes`` is None where no tagger is installed."""

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
        """How many words of each class all texts have; None where no tagger is installed."""
        total = WordClasses()
        for text in self.texts:
            if text.classes is None:
                return None
            for name in CLASSES:
                setattr(total, name, getattr(total, name) + getattr(text.classes, name))
        return total


def describe(texts: Iterable[str], pipeline: English) -> Description:
    """Describe texts: tokens and sentences by spaCy's rules, word classes by TextBlob's tagger.

    Tokens count punctuation and not white space (IIW Tables 1 and 14). Unique words are the
    different tokens with a letter or digit, in lower case and over all texts, and so are unique
    nouns … (VizWiz-Captions Table 1, right half).

    Example: "dog" and "Dog" are one word.

    >>> from annotate.analysis.describing import english
    >>> description = describe(["A dog runs.", "Dog!"], english())
    >>> description.tokens, description.sentences, sorted(description.unique["words"])
    (6, 2, ['a', 'dog', 'runs'])
    """
    description = Description()
    for tokens, sentences in pipeline.documents(texts):
        words = [token.lower() for token in tokens if any(map(str.isalnum, token))]
        description.unique["words"].update(words)
        classes = _classes(tokens, description.unique)
        description.texts.append(Described(len(tokens), sentences, len(set(words)), classes))
    return description


def _classes(tokens: list[str], unique: dict[str, set[str]]) -> WordClasses | None:
    tagged = classes_of(tokens)
    if tagged is None:
        return None
    classes = WordClasses()
    for name, word in tagged:
        setattr(classes, name, getattr(classes, name) + 1)
        unique[name].add(word.lower())
    return classes
