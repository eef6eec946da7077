"""Text rules find what was missed, leave alone what was a false alarm, and a fix is a whole fix."""

from itertools import product

import pytest

from annotate.analysis.text_rules import CODES, COPIES, Level, check
from annotate.analysis.text_rules.phrases import data

ON: dict[str, Level] = {
    code: "advise"
    for code in CODES
    if code not in (*COPIES, "too_few_words", "several_sentences", "banned_opening")
}

AFTER_A_SCRATCH = (
    " A red sports car stands in front of a white garage on a gravel drive. Its doors are shut and"
    " a black roof covers two seats of brown leather. Trees with yellow leaves surround the place,"
    " and a low stone wall runs along the drive to a gate of dark iron bars."
)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("A cat can be seen on the mat", "filler_phrase", "can be seen"),
        ("There are two cats", "filler_phrase", "There are"),
        ("A nice car", "subjective_word", "nice"),
        ("A serene and peaceful lake", "subjective_word", "serene"),
        ("A serene and peaceful lake", "subjective_word", "peaceful"),
        ("Vibrant flowers", "subjective_word", "Vibrant"),
        ("The sign says Hauptstrasse 12.", "street_address", "Hauptstrasse 12"),
        ("The sign says Berliner Straße 5a.", "street_address", "Straße 5a"),
        ("The sign says 12 Rue de Rivoli.", "street_address", "12 Rue de Rivoli"),
        ("The sign says 3, rue de l’Église.", "street_address", "3, rue de l’Église"),
        ("The sign says Via Roma 7.", "street_address", "Via Roma 7"),
        ("Mail john at example dot com.", "email_address", "john at example dot com"),
        ("Mail a.b (at) mail (dot) example (dot) org.", "email_address", None),
        ("Call 5551234.", "phone_number", "5551234"),
        ("A card 4539 1488 0343 6467.", "personal_number", "4539 1488 0343 6467"),
        ("A card 4539148803436467.", "personal_number", "4539148803436467"),
        ("A card 3782 822463 10005.", "personal_number", "3782 822463 10005"),
        (
            "Pay to DE89 3704 0044 0532 0130 00.",
            "personal_number",
            "DE89 3704 0044 0532 0130 00",
        ),
        ("Her number is 123-45-6789.", "personal_number", "123-45-6789"),
        (
            "A thin scratch runs along the rim of the rear wheel." + AFTER_A_SCRATCH,
            "summary_opening",
            "A thin scratch runs along the rim of the rear wheel.",
        ),
        (
            "In the far left corner stands a pot with a plant." + AFTER_A_SCRATCH,
            "summary_opening",
            "In the far left corner stands a pot with a plant.",
        ),
    ],
)
def test_what_was_missed_is_found(text: str, code: str, place: str | None) -> None:
    places = [text[slice(*finding.span)] for finding in check(text, rules={code: "advise"})]
    assert (place or "a.b (at) mail (dot) example (dot) org") in places


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("A sign says where there is a will there is no way", "filler_phrase"),
        ("There is no text on it", "filler_phrase"),
        ("A social security card with 123-45-6789", "phone_number"),
        ("A statue of a woman", "guess_about_person"),
        ("A bronze sculpture of two young men", "guess_about_person"),
        ("A woman statue", "guess_about_person"),
        ("A man hole in the street", "guess_about_person"),
        ("Serial number 1234567", "phone_number"),
        ("Order 1234567", "phone_number"),
        ("A barcode 1234567890128", "personal_number"),
        ("A key GB29 NWBK 6016 1331 9268 18", "personal_number"),
        ("12 place settings and 5 cours in blue", "street_address"),
        ("Platz 5 people, and a bus via Town 5 km", "street_address"),
        ("Somebody looking at polka dot dresses", "email_address"),
        (
            "A red sports car with a scratch. The scratch is long." + AFTER_A_SCRATCH,
            "summary_opening",
        ),
    ],
)
def test_what_was_a_false_alarm_is_left_alone(text: str, code: str) -> None:
    assert check(text, rules={code: "advise"}) == []


def test_a_social_security_number_is_called_one() -> None:
    [finding] = check("It is 123-45-6789.", rules=ON)
    assert (finding.code, finding.message.code) == ("personal_number", "social_security_number")


FILLERS = [*data("filler_phrases")["phrases"], *data("filler_phrases")["existential"]]
GUESSES = [
    word for group in data("guesses_about_people")["groups"] for word in group.get("words", ())
]
NUMBERS = ["555-123-4567", "a@example.org", "12 rue de Rivoli", "4539 1488 0343 6467"]
PHRASES = [*FILLERS, *data("subjective_words")["words"], *GUESSES, *NUMBERS]
FRAMES = [
    "{} cat on the mat.",
    "{} a beautiful old woman on the left.",
    "In the picture {} one cat.",
    "In this image we can see {} pagoda in a nice park, and there is a tree.",
    "A cat sleeps, {} there are two dogs.",
    "A cat {} on the mat with a very {} dog.",
    "There is a {} lake that has a man on it.",
    "Two dogs {}",
]


@pytest.mark.parametrize("frame", FRAMES)
def test_in_the_words_of_a_fix_nothing_is_found(frame: str) -> None:
    fixes = 0
    for phrase, opening in product(PHRASES, (False, True)):
        text = frame.replace("{}", phrase)
        text = text[0].upper() + text[1:] if opening else text
        for finding in check(text, rules=ON):
            if finding.fix is None:
                continue
            fixes += 1
            after = finding.fix.applied_to(text)
            start, end = finding.fix.span[0], finding.fix.span[0] + len(finding.fix.text)
            left = [f for f in check(after, rules=ON) if f.span[0] < end and start < f.span[1]]
            assert left == [], (text, after)
    assert fixes > 50
