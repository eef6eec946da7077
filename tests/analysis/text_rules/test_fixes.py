"""What a fix makes of a text, on examples."""

import pytest

from annotate.analysis.text_rules import check


def mended(text: str, code: str) -> list[str | None]:
    """Return the text with each fix of one rule made, in the order of the findings."""
    found = check(text, rules={code: "advise"})
    return [each.fix and each.fix.applied_to(text) for each in found]


# --- Filler phrases ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("In this image, a cat sleeps.", "A cat sleeps."),
        ("A cat sleeps in this image.", "A cat sleeps."),
        ("A cat, in this image, sleeps.", "A cat sleeps."),
        ("There is a red car.", "A red car."),
        ("There is a cat on the mat.", "A cat is on the mat."),
        ("There are several cups next to it.", "Several cups are next to it."),
        ("There is a path to the left of it.", "A path is to the left of it."),
        ("There is a sign that reads STOP.", "A sign reads STOP."),
        ("There is a cat sleeping on the mat.", "A cat sleeping on the mat."),
        ("There appears to be a dog behind it.", "A dog appears to be behind it."),
        ("On the left, there is a tree.", "On the left is a tree."),
        ("It is blue and there is a tree on it.", "It is blue and a tree is on it."),
        ("We can see that a cat sleeps.", "A cat sleeps."),
        ("On the left we can see some trees.", "On the left are some trees."),
        ("This is a picture of an owl.", "An owl."),
        ("This is an owl.", "An owl."),
        ("Photo of a bee.", "A bee."),
        ("The image shows a cat.", "A cat."),
        ("A cat can be seen in the image.", "A cat."),
        ("A cat can be seen on the mat.", "A cat is on the mat."),
        ("Two cats can be seen sleeping.", "Two cats are sleeping."),
        ("The dogs can be seen near it.", "The dogs are near it."),
        ("There are two cats.", "Two cats."),
        ("Needless to say, it rains.", "It rains."),
    ],
)
def test_a_filler_is_left_out_and_the_sentence_still_stands(text: str, better: str) -> None:
    assert mended(text, "filler_phrase") == [better]


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("In this image, there is a cat on the mat.", "A cat is on the mat."),
        ("In the picture there is one cat.", "One cat."),
        ("In this image we can see that there are two cats.", "Two cats."),
    ],
)
def test_fillers_in_a_row_go_with_one_fix(text: str, better: str) -> None:
    assert mended(text, "filler_phrase")[0] == better


def test_an_opinion_beside_a_filler_goes_with_it() -> None:
    text = "In this image we can see a beautiful pagoda"
    finding, _ = check(text, rules={"filler_phrase": "advise", "subjective_word": "advise"})
    assert finding.fix is not None
    assert finding.fix.applied_to(text) == "A pagoda"


@pytest.mark.parametrize(
    "text",
    [
        "The kite that we can see is red.",
        "The kite that can be seen is red.",
        "In this image we can see how it flies.",
        "We can see how it flies.",
        "Above the bed hangs a picture of a horse.",
        "A cup in the picture frame.",
        "The image shows how a cat sleeps.",
        "There seems to be some snow.",
        "This photo was taken with a flash.",
        "In this image",
        "Below the sign, it says there is a dog.",
    ],
)
def test_where_only_a_person_can_say_it_otherwise_nothing_is_offered(text: str) -> None:
    assert set(mended(text, "filler_phrase")) == {None}


# --- Opinions and guesses ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("A beautiful cat.", "A cat."),
        ("A beautiful old house.", "An old house."),
        ("An amazing cat.", "A cat."),
        ("It is a very beautiful house.", "It is a house."),
        ("Lovely flowers stand there.", "Flowers stand there."),
        ("An incredibly tall tower.", "A tall tower."),
        ("Sadly, the kite is torn.", "The kite is torn."),
        ("I think that it is red.", "It is red."),
    ],
)
def test_an_opinion_beside_a_noun_is_left_out(text: str, better: str) -> None:
    assert mended(text, "subjective_word") == [better]


@pytest.mark.parametrize(
    "text",
    ["It is beautiful.", "It looks lovely today.", "A large ugly house.", "A cute and old cat."],
)
def test_an_opinion_that_is_all_that_is_said_stays(text: str) -> None:
    assert mended(text, "subjective_word") == [None]


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("A woman waves.", "A person waves."),
        ("Girls run.", "Children run."),
        ("An Asian person waves.", "A person waves."),
        ("A person in her thirties waves.", "A person waves."),
    ],
)
def test_a_guess_gives_way_to_the_words_that_the_advice_names(text: str, better: str) -> None:
    assert mended(text, "guess_about_person") == [better]


@pytest.mark.parametrize(
    "text", ["A male lion.", "Black and white people.", "A two-man tent.", "A MAN."]
)
def test_a_guess_that_may_mean_something_else_stays(text: str) -> None:
    assert set(mended(text, "guess_about_person")) <= {None}


# --- Form -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("There is a cat on the mat.", "A cat is on the mat."),
        ("It's a red kite.", "A red kite."),
        ("These are cups on a shelf.", "Cups on a shelf."),
        ("The image is of a dog.", "A dog."),
        ("this picture shows a dog.", "a dog."),
        ("It is raining.", None),
        ("This island is green.", None),
        ("The picture hangs low.", None),
    ],
)
def test_an_opening_is_left_out_where_what_is_seen_follows(text: str, better: str | None) -> None:
    assert mended(text, "banned_opening") == [better]


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("A red kite. It flies high.", "A red kite; it flies high."),
        ("A kite. The sun. A cloud.", "A kite; the sun; a cloud."),
        ("A can of Dr. Pepper.", "A can of Dr Pepper."),
        ("A red kite. London lies below.", None),
        ("Wait... what", None),
    ],
)
def test_sentences_are_joined_where_no_name_loses_a_capital(text: str, better: str | None) -> None:
    assert mended(text, "several_sentences") == [better]


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("A kite flies high. It is red. A kite flies high.", "A kite flies high. It is red."),
        ("A kite flies high.\n\nA kite flies high.\n\nBlue.", "A kite flies high.\n\nBlue."),
        ("A kite flies high.\nA kite flies high. Blue.", "A kite flies high.\nBlue."),
    ],
)
def test_a_sentence_said_before_goes_with_its_white_space(text: str, better: str) -> None:
    assert mended(text, "repeated_sentence") == [better]


def test_a_word_typed_twice_is_found_and_said_once() -> None:
    assert mended("A cat on the the mat is is red.", "doubled_word") == [
        "A cat on the mat is is red.",
        "A cat on the the mat is red.",
    ]
    assert mended("New York, New York; that that; bye bye; of, of", "doubled_word") == []


def test_a_summary_loses_its_label() -> None:
    body = "red kite with a long tail of ribbons flies high over low hills." + " It is high." * 12
    assert mended(f"TLDR: a {body}", "summary_opening") == [f"A {body}"]
    assert mended(f"Also a {body}", "summary_opening") == [f"A {body}"]
    assert mended(f"It has a {body}", "summary_opening") == [None]


@pytest.mark.parametrize(
    ("text", "code", "better"),
    [
        ("Write to me@example.org.", "email_address", "Write to an e-mail address."),
        ('It reads "555-123-4567".', "phone_number", "It reads a phone number."),
        ('It reads "Call 555-123-4567".', "phone_number", None),
        ("The number 555-123-4567.", "phone_number", None),
        ("221B Baker Street is far.", "street_address", "A street address is far."),
    ],
)
def test_personal_data_give_way_to_words(text: str, code: str, better: str | None) -> None:
    assert mended(text, code) == [better]
