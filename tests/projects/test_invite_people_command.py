"""`manage.py invite_people`: a list in a file, with the rules and the errors of the page."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from annotate.projects.models import Invitation, NamedInvitation, Project
from annotate.projects.pasted import entries_in
from tests.conftest import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def mail_server(settings: Settings) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org"
    settings.PUBLIC_URL = "https://annotate.example.org"


@pytest.fixture
def pasted(tmp_path: Path) -> Path:
    return tmp_path / "people.txt"


def invite(project: Project, pasted: Path, by: str = "leo", **options: str) -> str:
    said = StringIO()
    call_command("invite_people", str(project.pk), str(pasted), by=by, stdout=said, **options)
    return said.getvalue()


def test_names_and_addresses_of_a_file_are_invited(
    people: Cast, project: Project, pasted: Path
) -> None:
    pasted.write_text("\ufeffsam\n\nEva Lind <eva@example.org>; ada\n", "utf-8")
    said = invite(project, pasted, role="reviewer", language="de")
    assert said.strip().endswith("as reviewer: 1 by name, 1 by e-mail.")
    assert NamedInvitation.objects.get(project=project).role == "reviewer"
    mailed = Invitation.objects.get(project=project)
    assert (mailed.email, mailed.language) == ("eva@example.org", "de")


def test_every_wrong_entry_is_told_by_its_line_and_nobody_is_invited(
    people: Cast, project: Project, pasted: Path
) -> None:
    pasted.write_text("sam\n\neva@, ?!\n")
    with pytest.raises(CommandError) as refused:
        invite(project, pasted)
    lines = str(refused.value).splitlines()
    assert [line.split(":")[0] for line in lines] == ["Line 3", "Line 3"]
    assert not NamedInvitation.objects.exists()


def test_only_who_leads_invites(people: Cast, project: Project, pasted: Path) -> None:
    pasted.write_text("sam")
    with pytest.raises(CommandError, match="does not lead"):
        invite(project, pasted, by="rita")
    with pytest.raises(CommandError, match="no account"):
        invite(project, pasted, by="nobody")


def test_an_empty_list_and_a_file_that_is_not_there_are_refused(
    people: Cast, project: Project, pasted: Path
) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        invite(project, pasted)
    pasted.write_text(" ,\n;")
    with pytest.raises(CommandError):
        invite(project, pasted)


def test_entries_keep_commas_in_quotes_and_come_once_with_their_line() -> None:
    found = entries_in('ada, ben\t"Lind, Eva" <eva@example.org>\nben; cleo')
    assert [(entry.line, entry.text) for entry in found] == [
        (1, "ada"),
        (1, "ben"),
        (1, '"Lind, Eva" <eva@example.org>'),
        (2, "cleo"),
    ]
