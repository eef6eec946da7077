"""What reports on texts measure, told side by side with what is missing."""

import pytest
from rest_framework.test import APIClient

from annotate.analysis.word_classes import TextBlobTagger
from annotate.evaluation.services import text_measuring
from annotate.projects.models import Project
from annotate.workflow.models import Sample
from tests.conftest import add_image
from tests.evaluation.text_report_acts import Json, measured, row_of, rows_of, sheet, upload
from tests.evaluation.text_report_scene import ONE, OTHER, base, lead, one, other, storage
from tests.quality.scene import CANNED, caption_recipe, captioned, crew, give, new_samples

__all__ = ["base", "lead", "one", "other", "storage"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("storage")]


def test_sources_stand_side_by_side(lead: APIClient, base: str, one: Json, other: Json) -> None:
    report = measured(lead, base, one, other, measures=["describe", "readability"])
    assert {row["tagger"] for row in rows_of(report, "describe")} == {TextBlobTagger().name}
    assert {row["tagger"] for row in rows_of(report, "readability")} == {""}
    assert [each["title"] for each in report["sources"]] == ["File: one", "File: other"]
    assert [(row["title"], row["texts"]) for row in rows_of(report, "describe")] == [
        ("File: one", 2),
        ("File: other", 3),
    ]
    # A red dog runs over wet grass . | A grey cat sleeps on a chair .
    first = rows_of(report, "describe")[0]
    assert (first["figures"]["tokens"], first["figures"]["sentences"]) == (8.0, 1.0)
    assert first["spreads"]["tokens"]["median"] == 8.0
    # a red dog runs over wet grass grey cat sleeps on chair
    assert rows_of(report, "unique")[0]["figures"]["unique_words"] == 12
    short = rows_of(report, "readability")[1]
    assert short["figures"]["ari"] is None
    assert short["undefined"]["ari"]["message"] == "The formulas need 100 words or more."
    assert report["results"]["sources"][1] == {
        "title": "File: other",
        "texts": 3,
        "images": 2,
        "several": 1,
    }


def test_scores_are_of_the_images_that_all_sources_have(
    lead: APIClient, base: str, one: Json, other: Json
) -> None:
    people = upload(lead, base, "people", [*ONE, *OTHER])
    sent = {"references": people, "measures": ["captions"]}
    same = measured(lead, base, one, other, **sent)
    assert [row["figures"]["images"] for row in rows_of(same, "captions")] == [1, 1]
    assert [row["figures"]["left_out"] for row in rows_of(same, "captions")] == [1, 1]
    own = measured(lead, base, one, other, same_images=False, **sent)
    assert [row["figures"]["images"] for row in rows_of(own, "captions")] == [2, 2]


def test_references_are_not_scored_against_themselves(
    lead: APIClient, base: str, one: Json, other: Json
) -> None:
    """Catches a perfect score that says nothing."""
    report = measured(lead, base, one, other, references=other, measures=["captions"])
    scored, themselves = rows_of(report, "captions")
    assert scored["figures"]["rouge_l"] > 0
    assert themselves["figures"]["rouge_l"] is None
    assert "the references themselves" in themselves["undefined"]["rouge_l"]["message"]
    (people,) = rows_of(report, "people")
    assert people["title"] == "File: other"
    assert people["figures"]["images"] == 1


def test_what_is_not_available_is_said_and_never_a_number(
    lead: APIClient, base: str, one: Json, other: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)
    monkeypatch.setenv("WORDNET_DIR", "/nowhere")
    report = measured(lead, base, one, references=other, meteor=True)
    (scores,) = rows_of(report, "captions")
    assert scores["figures"]["meteor"] is scores["figures"]["spice"] is None
    assert "METEOR needs Java" in scores["undefined"]["meteor"]["message"]
    assert "SPICE is not available" in scores["undefined"]["spice"]["message"]
    alone = rows_of(report, "specificity")[0]
    assert "No image has two texts" in alone["undefined"]["specificity"]["message"]
    several = measured(lead, base, other, measures=["specificity"])
    assert (
        "WordNet is not installed"
        in rows_of(several, "specificity")[0]["undefined"]["images"]["message"]
    )


def test_meteor_is_left_out_of_too_many_texts(
    lead: APIClient, base: str, one: Json, other: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_measuring, "METEOR_AT_MOST", 1)
    report = measured(lead, base, one, references=other, measures=["captions"], meteor=True)
    assert (
        "left out beyond 1 texts"
        in rows_of(report, "captions")[0]["undefined"]["meteor"]["message"]
    )


def test_spice_is_left_out_of_too_many_texts_where_it_is_installed(
    lead: APIClient, base: str, one: Json, other: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_measuring, "SPICE_AT_MOST", 1)
    report = measured(lead, base, one, references=other, measures=["captions"])
    why = rows_of(report, "captions")[0]["undefined"]["spice"]["message"]
    assert "SPICE is not available" in why
    monkeypatch.setattr(text_measuring, "spice_program", lambda: ("java", "/spice"))
    report = measured(lead, base, one, references=other, measures=["captions"])
    why = rows_of(report, "captions")[0]["undefined"]["spice"]["message"]
    assert "SPICE is left out beyond 1 texts" in why


def test_tables_are_csv_with_every_digit_and_latex(
    lead: APIClient, base: str, one: Json, other: Json
) -> None:
    source = {"source": one, "title": "50% & more"}
    report = measured(lead, base, sources=[source], references=other, measures=["captions"])
    (line,) = sheet(lead, base, report, "captions")
    assert line["source"] == "50% & more"
    assert float(line["rouge_l"]) == row_of(report, "captions")["rouge_l"]
    assert line["spice"] == ""
    assert "spice: SPICE is not available" in line["undefined"]
    answer = lead.get(f"{base}/text-reports/{report['id']}/table.tex", {"table": "captions"})
    text = answer.content.decode()
    assert answer["Content-Disposition"] == 'attachment; filename="texts-captions.tex"'
    assert r"50\% \& more & 2 & 1 & 1 & 1 & 2.00 & " in text
    assert r" & -- \\" in text
    assert "% SPICE is not available" in text
    assert text.count("&") == 2 * 15 + 1


def test_figures_of_single_texts_are_files(
    lead: APIClient, base: str, one: Json, other: Json
) -> None:
    report = measured(lead, base, one, other, references=other)
    singly = sheet(lead, base, report, "texts")
    assert [(row["source"], row["number"], row["key"]) for row in singly[:3]] == [
        ("File: one", "1", "a"),
        ("File: one", "2", "b"),
        ("File: other", "1", "a"),
    ]
    assert (singly[0]["tokens"], singly[0]["ari"]) == ("8", "")
    assert float(singly[0]["rouge_l"]) > 0
    assert singly[1]["rouge_l"] == ""
    images = sheet(lead, base, report, "images")
    assert [(row["key"], row["texts"]) for row in images[2:]] == [("a", "2"), ("c", "1")]


def test_texts_of_the_project_pair_with_a_file_by_their_image(
    lead: APIClient, base: str, project: Project, one: Json
) -> None:
    """Catches pairing by what a file calls an image that the project knows by another name."""
    add_image(project, external_id="photo-77", name="folder/photo-77.png")
    image = add_image(project, external_id="photo-78", name="b.png")
    Sample.objects.create(project=project, image=image)
    mine = upload(lead, base, "mine", [{"image": "b.png", "text": "A cat."}])
    theirs = upload(lead, base, "theirs", [{"image": "photo-78", "text": "A cat."}])
    report = measured(lead, base, mine, references=theirs, measures=["captions"])
    assert row_of(report, "captions")["items"] == 1


def test_final_texts_of_parallel_answers_are_all_of_them(
    lead: APIClient, base: str, project: Project
) -> None:
    """Catches people judged by one caption of five, and captions that the canned one replaced."""
    caption_recipe(project, people=3)
    workers = crew(project, 3)
    first, second, _ = new_samples(project, 3)
    for place, worker in enumerate(workers):
        give(first, worker, captioned(f"Person {place} sees a red kite over the wide beach."))
        give(second, worker, captioned(CANNED if place else "A boat lies at the quay this noon."))
    Sample.objects.filter(pk__in=[first.pk, second.pk]).update(state=Sample.State.DONE)
    final = {"type": "final", "stage": "caption"}
    report = measured(lead, base, final, measures=["captions", "specificity"])
    assert report["results"]["sources"][0]["texts"] == 4
    assert row_of(report, "people")["texts_per_image"] == 3
    assert row_of(report, "people")["images"] == 1
    assert [row["texts"] for row in sheet(lead, base, report, "images")] == ["3", "1"]
