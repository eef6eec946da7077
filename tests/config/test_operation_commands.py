"""What leads and admins do in pages, done from a terminal."""

import errno
import json
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.core.management import call_command, load_command_class
from django.core.management.base import CommandError

from annotate.config.operation_commands import OperationCommand
from annotate.config.operation_commands.found import find, operations
from annotate.core.command_line import TRY_LATER
from annotate.projects.models import AuditEvent, Membership, Project, Role
from annotate.workflow.models import Sample
from tests.conftest import Cast, add_samples

pytestmark = pytest.mark.django_db
COMMANDS = Path(__file__).parents[2] / "annotate" / "config" / "management" / "commands"
GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "admin.md"


def nouns() -> Iterator[tuple[str, type[OperationCommand]]]:
    for path in sorted(COMMANDS.glob("[a-z]*.py")):
        command = import_module(f"annotate.config.management.commands.{path.stem}").Command
        if issubclass(command, OperationCommand):
            yield path.stem, command


VERBS = [(noun, verb) for noun, command in nouns() for verb in command.verbs]


def run(*arguments: object) -> str:
    out = StringIO()
    call_command(*(str(each) for each in arguments), stdout=out)
    return out.getvalue()


def answer(*arguments: object) -> Any:
    return json.loads(run(*arguments, "--json"))


@contextmanager
def refused(*words: str) -> Iterator[None]:
    with pytest.raises(CommandError) as error:
        yield
    assert error.value.returncode == 1
    assert all(word in str(error.value) for word in words), str(error.value)


@pytest.mark.parametrize(("noun", "verb"), VERBS)
def test_every_verb_says_how_it_is_used(
    noun: str, verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        load_command_class("annotate.config", noun).run_from_argv(
            ["manage.py", noun, verb, "--help"]
        )
    assert end.value.code == 0
    told = capsys.readouterr().out
    assert f"manage.py {noun} {verb}" in told
    assert "--json" in told


def test_every_command_is_in_the_guide_for_admins() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    assert [noun for noun, _ in nouns() if f"| `{noun}` |" not in guide] == []


def test_no_operation_with_files_has_a_verb() -> None:
    assert {
        operation
        for _, command in nouns()
        for operation, _ in command.verbs.values()
        if find(operation).sends_files
    } == set()


def test_a_project_is_made_shown_and_paused(people: Cast) -> None:
    made = answer("projects", "create", "--name", "Signs", "--recipe", "textcaps")
    assert (made["name"], made["recipe"]["name"]) == ("Signs", "textcaps")
    assert answer("projects", "change", "signs", "--state", "paused")["state"] == "paused"
    assert Project.objects.get(pk=made["id"]).state == "paused"
    shown = run("projects", "show", made["id"]).splitlines()
    assert ["state", "paused"] in [line.split() for line in shown]


def test_members_are_named_by_their_user_names(project: Project, people: Cast) -> None:
    run("members", "change", project.pk, "ada", "--role", "reviewer")
    assert Membership.objects.get(project=project, user=people.ada).role == Role.REVIEWER
    run("members", "remove", project.pk, "ada")
    assert not Membership.objects.filter(project=project, user=people.ada).exists()
    assert "ada" not in run("members", "list", project.pk)


def test_a_long_text_comes_from_a_file(project: Project, people: Cast, tmp_path: Path) -> None:
    text = "# Read me\n\nName what is *in* the picture."
    (tmp_path / "guidelines.md").write_text(text)
    run("guidelines", "publish", project.pk, "--body-file", tmp_path / "guidelines.md")
    assert answer("guidelines", "show", project.pk)["current"]["body"] == text


def test_a_list_is_shown_to_the_end_only_where_that_is_asked_for(
    project: Project, people: Cast
) -> None:
    add_samples(project, 130)
    assert len(answer("samples", "list", project.pk)["results"]) == 100
    assert "--limit 0" in run("samples", "list", project.pk)
    everything = answer("samples", "list", project.pk, "--limit", 0)
    assert len({row["id"] for row in everything["results"]}) == 130
    assert everything["next"] is None


def test_somebody_is_blocked_and_may_work_again(project: Project, people: Cast) -> None:
    where = ("blocks", "create", project.pk, "--user", "ada", "--scope", "project")
    made = answer(*where, "--reason", "Pasted text")
    assert Membership.objects.get(project=project, user=people.ada).is_blocked
    run("blocks", "lift", project.pk, made["id"], "--reason", "It was their own")
    assert not Membership.objects.get(project=project, user=people.ada).is_blocked


def test_a_table_is_written_into_a_file(project: Project, people: Cast, tmp_path: Path) -> None:
    file = tmp_path / "payments.csv"
    assert str(file) in run("payments", "csv", project.pk, "--output", file)
    assert file.read_text().startswith("payment,state,")


def test_the_audit_names_who_did_it(project: Project, people: Cast) -> None:
    run("projects", "change", project.pk, "--name", "Renamed", "--as", "olga")
    assert AuditEvent.objects.latest("pk").actor == people.owner


def test_without_a_name_the_only_admin_does_it(project: Project, people: Cast) -> None:
    run("projects", "change", project.pk, "--name", "Renamed")
    assert AuditEvent.objects.latest("pk").actor == people.admin


def test_of_two_admins_one_is_to_be_named(project: Project, people: Cast) -> None:
    people.lead.is_staff = True
    people.lead.save()
    with refused("--as"):
        run("projects", "list")


@pytest.mark.parametrize("name", ["ada", "rita", "bob", "sam"])
def test_nobody_does_more_here_than_in_pages(project: Project, people: Cast, name: str) -> None:
    with refused():
        run("projects", "change", project.pk, "--name", "Mine", "--as", name)
    project.refresh_from_db()
    assert project.name != "Mine"


def test_a_closed_account_does_nothing(project: Project, people: Cast) -> None:
    people.owner.is_active = False
    people.owner.save()
    with refused("olga"):
        run("projects", "list", "--as", "olga")


def test_a_refusal_names_the_field(people: Cast) -> None:
    with refused("name:"):
        run("projects", "create", "--name", "")


def test_a_project_that_is_not_there_is_said_with_those_that_are(
    project: Project, people: Cast
) -> None:
    with refused("nowhere", project.name):
        run("members", "list", "nowhere")


def test_a_disk_that_is_full_is_worth_another_try(project: Project, people: Cast) -> None:
    full = mock.patch(
        "annotate.config.operation_commands.calling.actor",
        side_effect=OSError(errno.ENOSPC, "No space left on device"),
    )
    with full, pytest.raises(CommandError) as error:
        run("projects", "list")
    assert error.value.returncode == TRY_LATER


def test_any_operation_can_be_called_by_its_id(project: Project, people: Cast) -> None:
    assert run("call").split() == sorted(operations())
    [sample] = add_samples(project, 1)
    run("call", "samplesWithdraw", sample.pk, "--reason", "A face")
    assert Sample.objects.get(pk=sample.pk).state == Sample.State.WITHDRAWN
    with pytest.raises(CommandError, match="no operation"):
        run("call", "samplesVanish")


def test_files_are_not_sent_this_way(project: Project, people: Cast) -> None:
    with pytest.raises(CommandError, match="import_images"):
        run("call", "uploadsCreate", project.pk, "--help")
