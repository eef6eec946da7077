"""What the API offers for texts and studies, on the command line."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotate.evaluation.models import Study, TextFile
from annotate.projects.models import Membership, Project
from tests.conftest import Cast, add_samples
from tests.evaluation.texts_scene import text_file, two_files

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> Any:
    out = io.StringIO()
    call_command("study", *arguments, stdout=out)
    return json.loads(out.getvalue()) if out.getvalue() else None


def test_a_file_of_texts_is_added(people: Cast, project: Project, tmp_path: Path) -> None:
    (sample,) = add_samples(project, 1)
    path = tmp_path / "model.jsonl"
    rows = [{"key": sample.image.external_id, "said": "A kite."}, {"key": "x", "said": "A tree."}]
    path.write_text("\n".join(map(json.dumps, rows)))
    out = io.StringIO()
    call_command("add_texts", str(project.pk), str(path), "--text-field", "said", stdout=out)
    assert "2 texts added as 'model.jsonl', 1 of them" in out.getvalue()
    assert TextFile.objects.get().created_by == people.owner


def test_wrong_rows_are_named(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "model.jsonl"
    path.write_text('{"text": 1}')
    with pytest.raises(CommandError, match=r"rows\[1\].text: This must be a text"):
        call_command("add_texts", str(project.pk), str(path))
    with pytest.raises(CommandError, match="There is no file"):
        call_command("add_texts", str(project.pk), str(tmp_path / "other"))


def test_a_study_is_made_listed_closed_and_deleted(people: Cast, project: Project) -> None:
    samples = add_samples(project, 3)
    text_file(project, samples, "gpt")
    text_file(project, samples, "people")
    of = str(project.pk)
    assert [each["texts"] for each in run("sources", of)] == [3, 3]
    sources = ["--source", "GPT-4V=file:gpt", "--source", "file:people"]
    more = ["--sample", "2", "--raters-per-item", "1", "--rater", "ada", "--seed", "7", "--now"]
    made = run("make", of, "Which one", *sources, *more)
    assert (made["state"], made["items"], made["wanted"], made["seed"]) == ("open", 2, 2, 7)
    assert [each["title"] for each in made["sources"]] == ["GPT-4V", "File: people"]
    study = Study.objects.get()
    assert Membership.objects.filter(project=study.work, user=people.ada).exists()
    assert run("list", of) == [made] == [run("show", of, "Which one")]
    assert run("close", of, "Which one")["state"] == "closed"
    assert run("reopen", of, "Which one")["state"] == "open"
    run("delete", of, "Which one")
    assert not Study.objects.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--source", "poem:x"], "is no source"),
        (["--source", "round:description:two"], "is no source"),
        (["--source", "file:other"], "no file of texts"),
        (["--source", "final:poem"], r"sources\[0\].source.stage"),
        (["--source", "file:gpt", "--rater", "nobody"], "Nobody has the username"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    project: Project, arguments: list[str], said: str
) -> None:
    two_files(project, 1)
    with pytest.raises(CommandError, match=said):
        run("make", str(project.pk), "Name", "--design", "likert.v1", *arguments)
    with pytest.raises(CommandError, match="There is no study"):
        run("close", str(project.pk), "Other")
