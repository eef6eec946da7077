"""What the server says is said in the other languages of the pages, and nothing else is."""

import json
import re
from typing import get_args

import pytest

from annotate.people import preferences
from tests.architecture.sentences import everything_said, said_by, shape
from tests.architecture.sources import ROOT

LOCALES = ROOT / "frontend" / "src" / "locales"
LANGUAGES = sorted(path.name for path in LOCALES.iterdir() if path.is_dir())
OTHERS = [language for language in LANGUAGES if language != "en"]

# The modules whose sentences an annotator can meet. What only leads and admins meet stays English
# where nobody has translated it: it is said as the server sent it.
HEARD_BY_ANNOTATORS = [
    *("core/errors", "people/api", "workflow/answers", "analysis/text_rules/caption_form"),
    *(f"workflow/services/{name}" for name in ("draft", "hits", "leases", "release")),
    *(f"workflow/services/{name}" for name in ("submit", "locking")),
    *(f"kinds/{name}" for name in ("boxes", "lineage", "fields", "scoring", "problems")),
    *(f"kinds/{name}/kind" for name in ("description", "ocr", "texts", "vote")),
    *("kinds/caption/checks", "kinds/objects/checks", "kinds/ranking/checks"),
    *(f"analysis/text_rules/{name}" for name in ("copies", "personal_data", "writing")),
    *("quality/selectors/qualification", "quality/services/qualification"),
    *("crowd/services/entry", "crowd/services/accounts", "crowd/api/pages"),
]
# Put together by the server from a number and a noun, so in no source as they are said.
COUNTED = {
    *("{} characters", "{} entries", "{} words", "{} approved answers", "{} tasks have"),
    *("1 character", "1 entry", "1 word", "1 approved answer"),
}


def table(language: str) -> dict[str, str]:
    """Return the sentences of the server with what they are in a language."""
    said: dict[str, str] = json.loads((LOCALES / language / "server.json").read_text())
    return said


def shown_by_the_client() -> set[str]:
    """Return the sentences that the client says in the server's place when no answer came."""
    sources = [ROOT / "frontend" / "src" / "api" / name for name in ("errors.ts", "transport.ts")]
    texts = re.findall(r'"([^"\n]+)"|`([^`\n]+)`', "".join(path.read_text() for path in sources))
    return {re.sub(r"\$\{[^}]+\}", "{}", plain or filled) for plain, filled in texts}


def test_people_may_choose_every_language_there_is() -> None:
    field = preferences.Preferences.model_fields["language"]
    assert set(get_args(field.annotation)) == {"", *LANGUAGES}


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_translated_that_nobody_says(language: str) -> None:
    whole = everything_said() | shown_by_the_client() | COUNTED
    said = whole.union(*(pieces(text, set()) for text in whole))
    assert sorted(key for key in table(language) if shape(key) not in said) == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("module", HEARD_BY_ANNOTATORS)
def test_what_annotators_hear_is_translated(language: str, module: str) -> None:
    known = {shape(key) for key in table(language)}
    said = said_by([ROOT / "annotate" / f"{module}.py"])
    assert sorted(text for text in said if not known >= pieces(text, known)) == []


def pieces(text: str, known: set[str]) -> set[str]:
    """Return a text as it is looked up: as a whole where it is known, else sentence by sentence."""
    if text in known:
        return {text}
    return {part for part in re.split(r"(?<=[.?!]) (?=[A-Z“])|(?<=^{}) ", text) if part != "{}"}
