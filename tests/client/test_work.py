"""Models, people, figures, reports and releases, against a real server."""

import hashlib
import json
import uuid
from pathlib import Path

import pytest
from PIL import Image

from annotate_client import Client, DamagedDownload, Forbidden, Invalid, Misused, Project, Release
from tests.client.house import House
from tests.e2e.installation import PHOTOS


@pytest.fixture
def empty(lead: Client) -> Project:
    return lead.create_project(f"Of {uuid.uuid4()}", recipe="iiw")


@pytest.fixture(scope="session")  # as long as the project: a version can be published once
def release(finished: Project) -> Release:
    return finished.publish_release("1.0.0", name="Ten lines", licence="CC BY 4.0", progress=False)


def test_a_release_has_one_digest_and_every_file_its_own(
    finished: Project, release: Release, tmp_path: Path
) -> None:
    folder = release.download(tmp_path / "ten-lines", progress=False)
    manifest = (folder / "manifest.json").read_bytes()
    assert hashlib.sha256(manifest).hexdigest() == release.digest
    for file in json.loads(manifest)["files"]:
        content = (folder / file["path"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == file["sha256"]
    assert release.statistics()["samples"] == release.facts.samples == 11
    assert [each.version for each in finished.releases()][-1] == "1.0.0"
    assert "manifest.json" in {each.path for each in release.files()}
    assert [each.name for each in tmp_path.iterdir()] == ["ten-lines"]


def test_a_release_that_arrived_as_another_leaves_nothing(
    release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Release, "digest", "0" * 64)
    with pytest.raises(DamagedDownload, match=r"manifest\.json is not the file that was frozen"):
        release.download(tmp_path / "ten-lines", progress=False)
    assert list(tmp_path.iterdir()) == []


def test_two_releases_are_compared_and_what_was_withdrawn_is_listed(
    house: House, empty: Project
) -> None:
    empty.change(settings={"rounds": {"description": 1}})
    photos = [PHOTOS / "coffee.jpg", PHOTOS / "clock.jpg"]
    empty.add_images(photos, seeds=lambda image: f"It is {image.external_id}.", progress=False)
    house.invite(empty, "ada", "ben", "cleo")
    house.put_to_work(empty, "ada", "ben", "cleo")
    first = empty.wait(progress=False).publish_release("1.0.0", progress=False)
    [clock] = [each for each in empty.samples() if each.external_id == "clock.jpg"]
    house.lena.client.api.call("samplesWithdraw", sample_id=clock.id, reason="A mistake.")
    second = empty.publish_release("1.1.0", progress=False)
    compared = second.compare(first)
    assert (compared.added, compared.removed, compared.unchanged) == (0, 1, 1)
    changes = [(each.external_id, each.change) for each in second.differences(first)]
    assert changes == [("clock.jpg", "removed")]
    assert [each["external_id"] for each in first.tombstones()] == ["clock.jpg"]


def test_the_datasheet_is_drafted_and_written_over_question_by_question(empty: Project) -> None:
    drafted = empty.datasheet()
    key = next(iter(drafted))
    written = empty.write_datasheet(**{key: "To see what people add."})
    assert written == {**drafted, key: "To see what people add."}
    assert empty.write_datasheet(**{key: ""}) == drafted
    with pytest.raises(Misused, match="no question nothing"):
        empty.write_datasheet(nothing="")


def test_a_version_that_is_not_higher_is_refused_with_a_remedy(
    finished: Project, release: Release
) -> None:
    with pytest.raises(Invalid) as refused:
        finished.publish_release(release.version, name=release.name, progress=False)
    assert refused.value.fields[0].path == "version"


def test_a_model_of_the_server_is_connected_asked_and_used(empty: Project) -> None:
    names = {each.name for each in empty.models.backends()}
    assert {"classical", "openai"} <= names
    settings = {"base_url": "https://models.example.org/v1", "model": "a-model"}
    made = empty.models.connect("Ours", "openai", settings=settings, secrets={"api_key": "qqqq"})
    assert made.settings["model"] == "a-model"
    assert "qqqq" not in json.dumps(made.raw)
    health = empty.models.health("Ours")
    assert not health.available
    assert str(health.reason)
    empty.models.remove("Ours")
    assert "Ours" not in {each.name for each in empty.models.connections()}


def test_models_seed_what_waits_and_the_seeds_are_theirs(empty: Project) -> None:
    empty.add_images([PHOTOS / "coffee.jpg", PHOTOS / "clock.jpg"], progress=False)
    built_in = next(c for c in empty.models.connections() if c.backend == "classical")
    empty.models.use(detector=built_in, captioner=built_in.name)
    run = empty.models.seed(progress=False)
    assert (run.counts.seeded, run.counts.failed) == (2, 0)
    rounds = empty.to_pandas("rounds", with_unfinished=True, progress=False)
    assert set(rounds["origin"]) == {"model"}


def test_images_of_all_sorts_come_in_at_once(empty: Project, tmp_path: Path) -> None:
    drawn = Image.effect_noise((40, 30), 60).convert("RGB")
    (tmp_path / "notes.jpg").write_text("no picture")
    given = {"drawn": drawn, "clock": PHOTOS / "clock.jpg", "broken": tmp_path / "notes.jpg"}
    with pytest.warns(UserWarning, match=r"1 were refused; all others are in"):
        added = empty.add_images(
            given, seeds=lambda image: f"It is called {image.external_id}.", progress=False
        )
    assert (added.images, added.seeded) == (2, 2)
    assert [(each.name, bool(each.remedy)) for each in added.errors] == [("broken", True)]
    later = empty.add_seeds({"clock": "A clock on a wall."}, producer="second")
    assert later.seeded == 1
    texts = empty.to_pandas(with_unfinished=True, progress=False).set_index("external_id")["seed"]
    assert dict(texts) == {"drawn": "It is called drawn.", "clock": "A clock on a wall."}


def test_many_images_go_in_several_portions(
    empty: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotate_client.portions.MAX_PICTURES", 4)
    added = empty.add_images(PHOTOS, progress=False)
    assert (added.images, added.skipped, added.errors) == (11, 0, ())
    assert len(list(empty.images())) == 11


def test_a_trial_run_of_an_import_changes_nothing(empty: Project, tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.jsonl"
    manifest.write_text('{"file": "lost.jpg"}\n')
    with pytest.warns(UserWarning, match="1 were refused"):
        made = empty.import_file(manifest, dry_run=True, progress=False)
    assert (made.dry_run, made.counts.failed) == (True, 1)
    assert list(empty.images()) == []


def test_people_are_asked_linked_blocked_and_removed(house: House, empty: Project) -> None:
    assert empty.people.invite("ada", "cleo") == ["ada", "cleo"]
    house.others["ada"].join(empty)
    assert [each.user.username for each in empty.people] == ["lena", "ada"]
    assert empty.people.block("ada").is_blocked
    assert not empty.people.unblock("ada").is_blocked
    assert empty.people.change_role("ada", "reviewer").role == "reviewer"
    empty.people.remove("ada")
    assert [each.user.username for each in empty.people] == ["lena"]
    assert empty.people.link(uses=3).url.startswith(house.url)


def test_a_list_of_people_is_invited_as_a_whole_or_named_line_by_line(
    house: House, empty: Project, tmp_path: Path
) -> None:
    pasted = tmp_path / "people.txt"
    pasted.write_text("\ufeffada, cleo\n\nben;ada\n", "utf-8")
    with pytest.raises(Invalid) as refused:
        empty.people.invite_list("ada\n\ncleo; not a name at all!\n")
    assert [wrong.path for wrong in refused.value.fields] == ["line 3"]
    assert empty.people.invite_list(pasted) == ["ada", "cleo", "ben"]


def test_a_project_is_paused_and_goes_on(empty: Project) -> None:
    assert empty.pause().state == "paused"
    assert empty.resume().state == "active"
    assert empty.change(name="Another name").name == "Another name"


def test_the_figures_of_the_dashboards_are_read(finished: Project) -> None:
    overview = finished.figures.overview()
    assert overview["progress"]["done"] == 11
    [description] = [each for each in overview["rounds"] if each["stage"] == "description"]
    assert description["submissions"] == 11
    for figures in (
        finished.figures.rounds("description"),
        finished.figures.stopping(),
        finished.figures.agreement(),
        finished.figures.seed_quality(),
        finished.figures.stage("objects"),
    ):
        assert isinstance(figures, dict)
    names = {each["user"]["username"] for each in finished.figures.annotators()}
    assert names == {"ada", "ben"}


def test_texts_are_measured_and_compared(finished: Project) -> None:
    sources = finished.reports.sources()
    report = finished.reports.texts(sources[:2], measures=["describe"], progress=False)
    assert "describe" in report.tables
    assert len(report.to_pandas("describe")) >= 2
    assert "\\begin{tabular}" in report.latex("describe")
    with pytest.raises(Misused, match="No texts are called 'Nothing'; there are"):
        finished.reports.texts(["Nothing"])


def test_the_report_of_a_project_is_a_file(finished: Project, tmp_path: Path) -> None:
    page = finished.reports.printed(tmp_path / "report.html", progress=False)
    assert page.read_text().lstrip().lower().startswith("<!doctype html")
    with pytest.raises(Misused, match=r"A report is \.html or \.pdf"):
        finished.reports.printed(tmp_path / "report.docx")


def test_jobs_are_listed_with_how_they_ended(finished: Project) -> None:
    jobs = finished.jobs()
    assert jobs
    assert all(job.wait(progress=False).state == "succeeded" for job in jobs[:2])


def test_an_annotator_is_told_no_recipe(house: House, finished: Project) -> None:
    theirs = house.others["ada"].client.project(finished.id)
    with pytest.raises(Forbidden, match="Only leads and reviewers"):
        _ = theirs.recipe
