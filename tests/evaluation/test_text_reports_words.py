"""Reports tell which concepts texts name, and which words they share with another source."""

import pytest
from rest_framework.test import APIClient

from annotate.core.documents import Table
from annotate.evaluation.models import TextReport
from annotate.evaluation.selectors.printed import texts_section
from annotate.projects.hooks import ReportOptions
from annotate.projects.models import Project
from tests.evaluation.text_report_acts import Json, ask, measured, row_of, rows_of, sheet, upload
from tests.evaluation.text_report_scene import base, lead, storage

__all__ = ["base", "lead", "storage"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("storage")]

MINE = [
    {"image": "a", "text": "A man holds a red kite."},
    {"image": "a", "text": "A kite over the beach."},
    {"image": "b", "text": "A traffic light, and dogs."},
    {"text": "A person's dog."},
]
THEIRS = [
    {"image": "a", "text": "A man at the beach."},
    {"image": "c", "text": "A dog and a dog."},
]


def test_people_are_counted_in_texts_and_in_images(lead: APIClient, base: str) -> None:
    report = measured(lead, base, upload(lead, base, "mine", MINE), measures=["concepts"])
    (row,) = rows_of(report, "concepts")
    # Two of four texts; of the images a and b, and the text that is an image by itself, two.
    assert row["figures"]["people_texts"] == 0.5
    assert row["figures"]["people_images"] == pytest.approx(2 / 3)
    assert row["figures"]["concept_images"] == 3
    # Wilson, 2 of 3, worked out by hand.
    told = row["intervals"]["people_images"]
    assert (round(told["low"], 3), round(told["high"], 3), told["n"]) == (0.208, 0.939, 3)
    assert row["undefined"]["list_found"]["message"] == "No list of concepts was given."
    assert [table["key"] for table in report["results"]["tables"]] == ["concepts"]


def test_a_list_of_concepts_is_looked_for_in_every_source(lead: APIClient, base: str) -> None:
    sources = [upload(lead, base, "mine", MINE), upload(lead, base, "theirs", THEIRS)]
    concepts = ["Traffic light", "dog", "boat", "kite"]
    report = measured(lead, base, *sources, measures=["concepts"], concepts=concepts)
    mine, theirs = rows_of(report, "concepts")
    # "dogs" does not name "dog", "person's dog" does.
    assert mine["figures"]["list_found"] == 0.75
    assert (theirs["figures"]["list_found"], theirs["figures"]["list_images"]) == (0.25, 0.5)
    assert mine["intervals"]["list_found"]["n"] == 4
    named = {
        (row["title"], row["part"]): row["figures"]["concept_images"]
        for row in rows_of(report, "concepts_each")
    }
    assert named["File: mine", "dog"] == named["File: theirs", "dog"] == 1
    assert (named["File: mine", "Traffic light"], named["File: mine", "boat"]) == (1, 0)
    assert [row["concept"] for row in sheet(lead, base, report, "concepts_each")][:4] == concepts
    assert report["options"]["concepts"] == concepts


def test_sources_are_compared_by_how_they_name_people(lead: APIClient, base: str) -> None:
    sources = [upload(lead, base, "mine", MINE), upload(lead, base, "theirs", THEIRS)]
    report = measured(lead, base, *sources, measures=["concepts"])
    (table,) = report["results"]["tables"]
    (apart,) = table["differences"]
    assert apart["figures"]["people_images"]["n"] == 1


@pytest.mark.parametrize(
    ("concepts", "path", "said"),
    [
        (["dog", "?!"], "concepts[1]", "has no word"),
        (["dog", "cat", "Dog"], "concepts[2]", "stands twice"),
        (["x" * 101], "concepts[0]", "100"),
        (["a"] * 501, "concepts", "500"),
    ],
)
def test_a_list_that_cannot_be_looked_for_is_refused_with_its_line(
    lead: APIClient, base: str, concepts: list[str], path: str, said: str
) -> None:
    source = upload(lead, base, "mine", MINE)
    body = {
        "name": "Texts",
        "sources": [{"source": source}],
        "measures": ["concepts"],
        "concepts": concepts,
    }
    answer = lead.post(f"{base}/text-reports", body, format="json")
    assert answer.status_code == 422
    (field,) = answer.json()["error"]["fields"]
    assert field["path"] == path
    assert said in field["message"]


def test_common_words_are_shared_with_the_first_source(lead: APIClient, base: str) -> None:
    sources = [upload(lead, base, "mine", MINE), upload(lead, base, "theirs", THEIRS)]
    report = measured(lead, base, *sources, measures=["words"], common_words=3)
    words, *classes = rows_of(report, "overlap")
    assert {row["title"] for row in (words, *classes)} == {"File: theirs"}
    assert [row["part"] for row in (words, *classes)] == ["words", "nouns", "adjectives", "verbs"]
    # a, dog, and of theirs; a, kite, and of mine: of words that stand once the first is taken.
    assert words["figures"]["overlap_shared"] == 2
    assert words["figures"]["overlap_share"] == pytest.approx(2 / 3)
    assert words["figures"]["overlap_lowest"] <= 2 / 3 <= words["figures"]["overlap_highest"]
    assert (words["tagger"], classes[0]["tagger"] != "") == ("", True)
    assert report["options"]["compared"]["title"] == "File: mine"


def test_too_few_different_words_are_said_with_the_number_that_was_asked_for(
    lead: APIClient, base: str
) -> None:
    sources = [upload(lead, base, "mine", MINE), upload(lead, base, "theirs", THEIRS)]
    report = measured(lead, base, *sources, measures=["words"])
    row = rows_of(report, "overlap")[0]
    assert row["figures"]["overlap_share"] is None
    assert row["undefined"]["overlap_share"]["message"] == (
        "Each of the two needs 3,000 different words or more; one has 7."
    )
    assert (row["figures"]["overlap_own_words"], row["figures"]["overlap_other_words"]) == (7, 14)


def test_new_words_are_counted_against_a_file_that_is_no_source(lead: APIClient, base: str) -> None:
    mine, theirs = upload(lead, base, "mine", MINE), upload(lead, base, "theirs", THEIRS)
    report = measured(lead, base, mine, measures=["words"], compared=theirs)
    new = row_of(report, "new_words")
    # holds red kite over traffic light dogs person's
    assert (new["new_words"], new["new_of_words"]) == (8, 14)
    assert new["new_share"] == pytest.approx(9 / 19)
    first, *_ = rows_of(report, "new_words_each")
    assert (first["part"], first["figures"]["new_times"]) == ("kite", 2)
    deleted = lead.delete(f"{base}/text-files/{theirs['file']}")
    assert deleted.status_code == 409


def test_words_of_one_source_alone_are_refused(lead: APIClient, base: str) -> None:
    source = upload(lead, base, "mine", MINE)
    body = {"name": "Texts", "sources": [{"source": source}], "measures": ["words"]}
    answer = lead.post(f"{base}/text-reports", body, format="json")
    assert answer.status_code == 422
    assert answer.json()["error"]["fields"][0]["path"] == "compared"
    again = lead.post(f"{base}/text-reports", {**body, "compared": source}, format="json")
    assert again.status_code == 422


def test_the_new_tables_are_printed_and_written_for_papers(
    lead: APIClient, base: str, project: Project
) -> None:
    sources = [upload(lead, base, "mine", MINE), upload(lead, base, "theirs", THEIRS)]
    asked = {"measures": ["concepts", "words"], "concepts": ["dog"], "common_words": 3}
    report = measured(lead, base, *sources, **asked)

    def latex(table: str) -> str:
        address = f"{base}/text-reports/{report['id']}/table.tex"
        text: str = lead.get(address, {"table": table}).content.decode()
        return text

    each = latex("concepts_each")
    assert "Source & Concept & n & Images & Share" in each
    assert "File: mine & dog & 4 & 1 & 0.333" in each
    assert "Wilson" in each
    assert "images of both are drawn anew" in latex("overlap")
    found = texts_section(project, ReportOptions())
    assert found is not None
    printed = [block for block in found.blocks if isinstance(block, Table)]
    assert [list(table.columns)[1] for table in printed] == [
        *("Texts", "Concept", "Words", "Texts", "Word")
    ]


def test_a_report_from_before_these_measures_still_opens(
    lead: APIClient, base: str, project: Project
) -> None:
    source = upload(lead, base, "mine", MINE)
    told = ask(lead, base, source, measures=["describe"])
    old = {"references": None, "measures": ["describe"], "same_images": True, "meteor": False}
    row = {"title": "File: mine", "texts": 4, "figures": {}, "undefined": {}, "spreads": {}}
    results: Json = {"sources": [], "references": None, "tables": {"describe": [row]}}
    TextReport.objects.filter(pk=told["id"]).update(options=old, results=results)
    answer = lead.get(f"{base}/text-reports/{told['id']}")
    assert answer.status_code == 200
    assert answer.json()["options"]["concepts"] == []
    assert answer.json()["results"]["tables"][0]["rows"][0]["part"] == ""
    assert texts_section(project, ReportOptions()) is not None
