from annotate.kinds import Stimulus
from annotate.kinds.capabilities import Judges
from annotate.kinds.texts.kind import TextsKind
from annotate.kinds.texts.model import TextsAnswer

KIND = TextsKind()
IMAGE = Stimulus(width=640, height=427)


def texts(*given: str) -> TextsAnswer:
    return KIND.parse({"texts": list(given)})


def problems(given: TextsAnswer) -> list[tuple[str, str]]:
    found = KIND.problems(given, IMAGE, KIND.parse_settings({}))
    return [(problem.code, problem.path) for problem in found]


def test_nobody_is_asked_for_them() -> None:
    assert not KIND.asked
    assert not isinstance(KIND, Judges)


def test_there_are_texts_with_something_in_them_as_many_as_one_likes() -> None:
    assert problems(texts("One.")) == []
    assert problems(texts("One.", "Two.")) == []
    assert problems(texts(*(f"Number {number}." for number in range(9)))) == []
    assert problems(texts()) == [("text_missing", "texts")]
    assert problems(texts("One.", " ")) == [("text_missing", "texts[1]")]


def test_two_equal_texts_may_be_compared() -> None:
    assert problems(texts("One.", "One.")) == []


def test_they_are_nobodys_own_words() -> None:
    """Writing rules, spelling and the search for copies look at what a person wrote here."""
    assert KIND.texts(texts("One.", "Two.")) == {}


def test_what_is_measured_is_all_of_them() -> None:
    assert KIND.measure(texts("A red kite.", "It flies.")) == {
        "tokens": 7,
        "words": 5,
        "sentences": 2,
        "characters": 20,
    }
