"""Text rules in the kinds: their levels, and what they find in an answer."""

from typing import Any

import pytest

from annotate import kinds
from annotate.analysis import text_rules
from annotate.kinds import InvalidValueError, Problem, Stimulus
from tests.kinds.strategies import an_object

IMAGE = Stimulus(width=640, height=427)
RULED = ("caption.v1", "description.v1", "objects.v1")


def rules_of(name: str, **given: str) -> dict[str, str]:
    levels: dict[str, str] = kinds.get(name).parse_settings({"rules": given}).rules
    return levels


def problems(name: str, raw: dict[str, Any], **rules: str) -> list[Problem]:
    kind = kinds.get(name)
    return kind.problems(kind.parse(raw), IMAGE, kind.parse_settings({"rules": rules}))


@pytest.mark.parametrize("name", RULED)
def test_writing_and_personal_data_are_advised_about_by_default(name: str) -> None:
    levels = rules_of(name)
    not_everywhere = {"summary_opening", "near_duplicate"}
    for code in (*text_rules.WRITING, *text_rules.PERSONAL_DATA, *text_rules.COPIES):
        assert levels[code] == "advise" or code in not_everywhere


def test_only_captions_are_held_to_the_form_of_a_caption() -> None:
    levels = rules_of("caption.v1")
    assert {levels[code] for code in text_rules.CAPTION_FORM} == {"block"}
    for name in ("description.v1", "objects.v1"):
        assert not set(text_rules.CAPTION_FORM) & set(rules_of(name))


def test_only_descriptions_are_asked_for_a_summary() -> None:
    levels = [rules_of(name)["summary_opening"] for name in RULED]
    assert levels == ["off", "advise", "off"]


@pytest.mark.parametrize("name", RULED)
def test_naming_one_rule_leaves_the_others_as_they_are(name: str) -> None:
    changed = rules_of(name, filler_phrase="block")
    assert changed == rules_of(name) | {"filler_phrase": "block"}


@pytest.mark.parametrize("name", RULED)
@pytest.mark.parametrize(
    "rules", [{"nonsense": "off"}, {"filler_phrase": "shout"}, {"filler_phrase": None}, []]
)
def test_unknown_rules_and_levels_are_refused(name: str, rules: object) -> None:
    with pytest.raises(InvalidValueError) as caught:
        kinds.get(name).parse_settings({"rules": rules})
    assert all(problem.path.startswith("rules") for problem in caught.value.problems)


def test_a_description_is_advised_and_can_still_be_sent() -> None:
    [problem] = problems("description.v1", {"text": "We can see a kite."})
    assert (problem.code, problem.severity) == ("filler_phrase", "advice")
    assert (problem.path, problem.span) == ("text", (0, 10))


def test_copies_of_what_comes_with_the_image_are_found() -> None:
    kind = kinds.get("description.v1")
    told, given = "Say what is in the foreground first.", "A red kite flies over the hills."
    image = Stimulus(width=640, height=427, instructions=(told,), earlier=(given,))
    settings = kind.parse_settings({})
    for text, code in ((told, "pasted_instruction"), (given, "near_duplicate")):
        [problem] = kind.problems(kind.parse({"text": text}), image, settings)
        assert (problem.code, problem.severity) == (code, "advice")


def test_labels_and_descriptions_of_objects_are_read() -> None:
    raw = {
        "objects": [
            an_object("a", label="beautiful kite"),
            an_object("b", description="Call 555-123-4567."),
        ]
    }
    found = problems("objects.v1", raw, phone_number="block")
    assert [(p.code, p.path, p.severity) for p in found] == [
        ("subjective_word", "objects[0].label", "advice"),
        ("phone_number", "objects[1].description", "error"),
    ]


def test_of_each_rule_only_so_many_places_are_shown_in_a_whole_answer() -> None:
    raw = {"objects": [an_object(f"o{n}", description="A lovely kite.") for n in range(100)]}
    assert len(problems("objects.v1", raw)) == text_rules.MAX_FINDINGS


def test_a_draft_is_read_as_it_was_typed() -> None:
    kind = kinds.get("caption.v1")
    draft = kind.parse_draft({"text": "  This is\u00a0a kite. ", "canned": False})
    found = {p.code: p.span for p in kind.problems(draft, IMAGE, kind.parse_settings({}))}
    assert found["banned_opening"] == (2, 9)
    assert "several_sentences" not in found
