"""For how long things are kept: shown before it acts, done by the clock, never what is needed."""

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from axes.models import AccessLog
from django.conf import LazySettings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from annotate.core.errors import Conflict
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.exchange.models import Export
from annotate.learning.models import Comparison, KeptAnswer, TrainingRun
from annotate.learning.selectors.kept_answers import comparison_run, training_run
from annotate.privacy.models import RetentionRun
from annotate.privacy.selectors import retention as found
from annotate.privacy.services import retention
from annotate.privacy.tasks import apply_retention
from annotate.projects.models import AuditEvent, Project
from annotate.seeding.models import Connection, ModelVersion, Snapshot
from annotate.seeding.services.versions import promote
from annotate.workflow import services
from annotate.workflow.models import Assignment
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.workflow.acts import claim

pytestmark = pytest.mark.django_db
RULES, RUNS = "/api/v1/admin/retention", "/api/v1/admin/retention/runs"


def keep(people: Cast, kind: str, days: int | None) -> Any:
    answer = client_of(people.admin).put(f"{RULES}/rules/{kind}", {"days": days}, format="json")
    assert answer.status_code == 200, answer.content
    return answer.json()


def rule(people: Cast, kind: str) -> Any:
    [one] = [each for each in client_of(people.admin).get(RULES).json() if each["kind"] == kind]
    return one


def an_export(project: Project, at: datetime) -> Export:
    name = default_storage.save("exports/old.zip", ContentFile(b"12345"))
    return Export.objects.create(
        project=project, format="coco", file=name, size_bytes=5, finished_at=at
    )


def test_an_installation_keeps_everything_until_somebody_says_otherwise(
    people: Cast, project: Project, time: Clock
) -> None:
    an_export(project, time.now())
    time.forward(days=10_000)
    assert apply_retention() == 0
    said = client_of(people.admin).get(RULES).json()
    assert {each["kind"] for each in said} == set(found.RULES)
    assert all(each["days"] is each["next_run"] is each["would_remove"] is None for each in said)


def test_a_rule_shows_what_will_go_and_waits_a_day(
    people: Cast, project: Project, time: Clock
) -> None:
    made = time.now()
    export = an_export(project, made)
    time.forward(days=31)
    admin = client_of(people.admin)
    would = admin.get(f"{RULES}/rules/exports?days=30").json()
    assert would == {"count": 1, "size_bytes": 5, "oldest": "2026-03-02T09:00:00Z"}
    set_one = keep(people, "exports", 30)
    assert set_one["would_remove"] == would
    assert set_one["next_run"] == "2026-04-03T09:00:00Z"
    assert apply_retention() == 0
    time.forward(days=1)
    assert apply_retention() == 1
    file = export.file
    export.refresh_from_db()
    assert (export.file, default_storage.exists(file)) == ("", False)
    [run] = admin.get(RUNS).json()["results"]
    assert (run["kind"], run["removed"], run["size_bytes"]) == ("exports", 1, 5)
    assert run["oldest"] == "2026-03-02T09:00:00Z"
    assert rule(people, "exports")["would_remove"]["count"] == 0


def test_an_export_that_a_rule_has_emptied_says_so_and_offers_no_file(
    people: Cast, project: Project, time: Clock
) -> None:
    export = an_export(project, time.now())
    lead = client_of(people.lead)
    base = f"/api/v1/projects/{project.pk}/exports"
    [before] = lead.get(base).json()
    assert (before["url"], before["removed"]) == (f"{base}/{export.pk}/file", None)
    keep(people, "exports", 30)
    time.forward(days=31)
    assert apply_retention() == 1
    [after] = lead.get(base).json()
    assert (after["url"], after["state"]) == (None, "succeeded")
    assert after["removed"] == {"at": "2026-04-02T09:00:00Z", "after_days": 30}
    refused = lead.get(f"{base}/{export.pk}/file")
    assert refused.status_code == 404
    assert refused.json()["error"]["message_code"] == "export_file_removed"


def test_a_rule_that_was_killed_behind_the_file_of_an_export_goes_on(
    people: Cast, project: Project, time: Clock
) -> None:
    export = an_export(project, time.now())
    keep(people, "exports", 1)
    time.forward(days=2)
    default_storage.delete(export.file)
    assert apply_retention() == 1
    export.refresh_from_db()
    assert (export.file, export.removed_after_days) == ("", 1)


def test_a_rule_is_audited_and_unknown_ones_are_refused(people: Cast, time: Clock) -> None:
    keep(people, "audit", 400)
    keep(people, "audit", None)
    said = AuditEvent.objects.filter(verb="retention.changed").order_by("pk").values_list("data")
    assert list(said) == [({"days": 400, "before": None},), ({"days": None, "before": 400},)]
    admin = client_of(people.admin)
    assert admin.put(f"{RULES}/rules/pets", {"days": 1}, format="json").status_code == 404
    assert admin.put(f"{RULES}/rules/audit", {"days": 0}, format="json").status_code == 422
    assert admin.get(f"{RULES}/rules/audit").status_code == 422


def test_one_run_removes_so_many_and_the_next_goes_on(
    people: Cast, project: Project, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(retention.MOST, "exports", 2)
    for _ in range(3):
        an_export(project, time.now())
    keep(people, "exports", 1)
    time.forward(days=2)
    assert [retention.apply(), retention.apply(), retention.apply()] == [2, 1, 0]
    runs = list(RetentionRun.objects.order_by("pk").values_list("removed", "is_partial"))
    assert runs == [(2, True), (1, False)]


def test_the_draft_of_an_open_assignment_is_never_removed(
    people: Cast, project: Project, time: Clock
) -> None:
    add_samples(project, 2)
    held, left = claim(project, people.ada), claim(project, people.ben)
    for each in (held, left):
        services.save_draft(assignment=each, version=0, answer={"objects": []}, active_seconds=1)
    services.release(assignment=left, actor=people.ben)
    Assignment.objects.filter(pk=left.pk).update(draft={"objects": []})
    keep(people, "drafts", 7)
    time.forward(days=8)
    assert rule(people, "drafts")["would_remove"]["count"] == 1
    assert retention.apply() == 1
    drafts = dict(Assignment.objects.values_list("annotator__username", "draft"))
    assert drafts == {"ada": {"objects": []}, "ben": None}


def test_logs_and_the_audit_go_by_their_age(time: Clock, people: Cast, project: Project) -> None:
    old = AccessLog.objects.create(username="ada", ip_address="127.0.0.1", path_info="/")
    AccessLog.objects.filter(pk=old.pk).update(attempt_time=time.now())
    keep(people, "logs", 30)
    keep(people, "audit", 30)
    before = AuditEvent.objects.count()
    time.forward(days=31)
    fresh = AuditEvent.objects.create(verb="fresh")
    assert retention.apply() == before + 1
    assert list(AuditEvent.objects.all()) == [fresh]
    assert not AccessLog.objects.filter(pk=old.pk).exists()


def a_version(connection: Connection, number: int, root: Path, **values: Any) -> ModelVersion:
    folder = root / f"runs/m{number}"
    folder.mkdir(parents=True)
    (folder / "weights.bin").write_bytes(b"w" * 10)
    return ModelVersion.objects.create(
        project=connection.project,
        connection=connection,
        number=number,
        source="training",
        artifact=f"runs/m{number}",
        **values,
    )


@pytest.fixture
def models_dir(tmp_path: Path, settings: LazySettings) -> Path:
    settings.MODELS_DIR = tmp_path
    return tmp_path


def test_weights_that_serve_served_or_are_built_upon_stay(
    people: Cast, project: Project, time: Clock, models_dir: Path
) -> None:
    connection = Connection.objects.create(project=project, name="A", backend="stub")
    served = a_version(connection, 1, models_dir, state="retired", promoted_at=time.now())
    serving = a_version(connection, 2, models_dir, state="serving", promoted_at=time.now())
    built_upon = a_version(connection, 3, models_dir, state="candidate")
    idle = a_version(connection, 4, models_dir, state="candidate", base=built_upon)
    in_training = a_version(connection, 5, models_dir, state="candidate")
    TrainingRun.objects.create(
        project=project, connection=connection, base=in_training, state="training"
    )
    keep(people, "weights", 7)
    time.forward(days=8)
    assert rule(people, "weights")["would_remove"]["size_bytes"] == 10
    assert retention.apply() == 1
    gone = [v.number for v in ModelVersion.objects.exclude(weights_gone_at=None)]
    assert gone == [idle.number]
    assert not (models_dir / idle.artifact).exists()
    for version in (served, serving, built_upon, in_training):
        assert (models_dir / version.artifact / "weights.bin").is_file()
    # Nothing builds on it any more.
    assert retention.apply() == 1


def test_a_version_without_weights_is_not_promoted(
    people: Cast, project: Project, time: Clock, models_dir: Path
) -> None:
    connection = Connection.objects.create(project=project, name="A", backend="stub")
    version = a_version(connection, 1, models_dir, weights_gone_at=time.now())
    with pytest.raises(Conflict, match="weights"):
        promote(version, people.owner)


def a_snapshot(project: Project, number: int, root: Path) -> Snapshot:
    folder = root / f"snapshots/{number}"
    folder.mkdir(parents=True)
    (folder / "samples.jsonl").write_bytes(b"s" * 20)
    return Snapshot.objects.create(
        project=project, digest=str(number), folder=f"snapshots/{number}", samples=1, held_out=0
    )


def test_snapshots_of_promoted_versions_and_the_newest_stay(
    people: Cast, project: Project, time: Clock, models_dir: Path
) -> None:
    connection = Connection.objects.create(project=project, name="A", backend="stub")
    old, used, training, _newest = [a_snapshot(project, n, models_dir) for n in range(4)]
    version = a_version(connection, 1, models_dir, state="serving", snapshot=used)
    TrainingRun.objects.create(
        project=project, connection=connection, base=version, snapshot=training, state="training"
    )
    keep(people, "snapshots", 7)
    time.forward(days=8)
    assert retention.apply() == 1
    there = sorted(path.name for path in (models_dir / "snapshots").iterdir())
    assert there == ["1", "2", "3"]
    old.refresh_from_db()
    assert old.removed_at is not None


def answers_of(version: ModelVersion, run: str, *keys: str) -> None:
    for key in keys:
        KeptAnswer.objects.create(
            project=version.project, version=version, run=run, key=key, answer={"text": "A cat."}
        )


def a_comparison(version: ModelVersion, state: Job.State) -> str:
    job = Job.objects.create(name="learning.compare", scope=version.project.scope, state=state)
    made = Comparison.objects.create(
        project=version.project, old=version, new=version, finished_samples=1, job=job
    )
    return comparison_run(made.pk)


def test_answers_of_runs_that_stopped_go_and_of_those_under_way_stay(
    people: Cast, project: Project, time: Clock
) -> None:
    connection = Connection.objects.create(project=project, name="A", backend="stub")
    version = ModelVersion.objects.create(project=project, connection=connection, number=1)
    stopped, running, waiting = (
        a_comparison(version, state)
        for state in (Job.State.FAILED, Job.State.RUNNING, Job.State.QUEUED)
    )
    trainings = [
        TrainingRun.objects.create(
            project=project, connection=connection, base=version, state=state
        )
        for state in ("failed", "evaluating")
    ]
    failed, evaluated = (training_run(each.pk) for each in trainings)
    for run in (stopped, running, waiting, failed, evaluated):
        answers_of(version, run, "one", "other")
    keep(people, "answers", 30)
    time.forward(days=31)
    would = rule(people, "answers")["would_remove"]
    assert (would["count"], would["oldest"]) == (4, "2026-03-02T09:00:00Z")
    assert would["size_bytes"] >= 4 * len("A cat.")
    assert retention.apply() == 4
    left = set(KeptAnswer.objects.values_list("run", flat=True))
    assert left == {running, waiting, evaluated}


def test_a_run_that_was_taken_up_lately_keeps_its_first_answers(
    people: Cast, project: Project, time: Clock
) -> None:
    """Catches answers that are paid for again because the run began long ago."""
    connection = Connection.objects.create(project=project, name="A", backend="stub")
    version = ModelVersion.objects.create(project=project, connection=connection, number=1)
    run = a_comparison(version, Job.State.FAILED)
    answers_of(version, run, "first")
    keep(people, "answers", 30)
    time.forward(days=29)
    answers_of(version, run, "later")
    time.forward(days=2)
    assert retention.apply() == 0
    time.forward(days=29)
    assert retention.apply() == 2


def test_images_withdrawn_long_ago_are_deleted_for_good(
    people: Cast, project: Project, time: Clock
) -> None:
    withdrawn, kept = add_samples(project, 2)
    services.withdraw_sample(sample=withdrawn, actor=people.owner, reason="not free")
    keep(people, "withdrawn_images", 30)
    time.forward(days=31)
    assert rule(people, "withdrawn_images")["would_remove"]["count"] == 1
    assert retention.apply() == 1
    for job in Job.objects.filter(name="privacy.erase_files"):
        job_services.run(job.pk)
    withdrawn.image.refresh_from_db()
    kept.image.refresh_from_db()
    assert withdrawn.image.erased_at is not None
    assert kept.image.erased_at is None
    assert "31" not in withdrawn.image.erasure.reason
    assert "30 days" in withdrawn.image.erasure.reason


def test_no_folder_outside_is_ever_touched(models_dir: Path) -> None:
    """Catches a row whose folder leads elsewhere."""
    for name in ("", "..", "../other", "/etc", "."):
        assert found.place_of(name) is None, name
    assert found.place_of("runs/m1") == (models_dir / "runs/m1").resolve()
