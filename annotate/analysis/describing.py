"""How long descriptions are and of what words (IIW Tables 1 and 14, VizWiz-Captions Table 1)."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from annotate.analysis.english import English, WordClasses, classes_of

CLASSES = ("nouns", "adjectives", "adverbs", "verbs", "spatial_relations")


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

    >>> from annotate.analysis.english import english
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
