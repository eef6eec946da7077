"""Replace a person's names wherever the product has written them down beside their account."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.apps import apps
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import CharField, F, Field, JSONField, Model, Q, QuerySet, TextField
from django.db.models.functions import Cast, Lower

from annotate.core.appendonly import AppendOnly
from annotate.crowd.models import MagicLink, Participation
from annotate.dashboards.models import Report
from annotate.people.models import AccountMail, User
from annotate.privacy.models import Erasing
from annotate.privacy.naming import Names
from annotate.projects.models import Invitation, NamedInvitation
from annotate.workflow.models import Assignment

_AT_ONCE = 500

# Columns that hold a name as such: a whole text, or a text under a key for names.
NAMED: dict[str, tuple[str, ...]] = {
    "projects.AuditEvent": ("target", "data"),
    "projects.WebhookDelivery": ("body",),
    "notifications.Notification": ("data",),
    "core.Job": ("payload", "result", "note", "error"),
    "quality.ActItem": ("before", "problem"),
    "quality.SampleActItem": ("problem",),
}
# Columns in which whatever stands there stays, and why. Nothing else is spared.
AS_WRITTEN: dict[str, str] = {
    "workflow.Annotation": "answers stand as they were given",
    "workflow.SampleDocument": "made of answers and of names of images",
    "quality.TextPrint": "digests of answers",
    "exchange.ImportedText": "texts of a data set that was brought in",
    "evaluation.FileText": "texts of a data set that was brought in",
    "evaluation.StudyStimulus": "texts of a data set that was brought in",
    "evaluation.ReasoningReply": "what a model replied",
    "projects.Guideline": "the project's own text; append-only",
    "workflow.Transition": "names nobody but by account; append-only",
    "learning.LoopEvent": "names nobody but by account; append-only",
    "quality.Evidence": "numbers; append-only",
    "quality.GoldResult": "parts of answers; append-only",
    "quality.GoldShortfall": "a reason of ours; append-only",
    "quality.ConsentText": "the project's own text; append-only",
    "quality.Agreement": "names nobody but by account; append-only",
    "quality.Correction": "words of answers; append-only",
    "crowd.PlatformEvent": "ids of a platform's sessions; append-only",
    "crowd.PaymentEvent": "what a platform said of a payment, kept like the payment; append-only",
    "exchange.Release": "a frozen release is never changed",
    "exchange.FrozenRelease": "a frozen release is never changed",
    "exchange.ReleaseFile": "a frozen release is never changed",
    "people.User": "the account itself; its names go first",
    "privacy.Deletion": "the deletion that is under way; its last step forgets the names",
}
_JSON_TEXTS = {("projects.WebhookDelivery", "body")}


def texts_of(model: type[Model]) -> list["Field[Any, Any]"]:
    """The columns of a model that can hold words of people: not numbers, not choices of ours."""
    fields = model._meta.concrete_fields
    return [f for f in fields if isinstance(f, CharField | TextField | JSONField) and not f.choices]


def everywhere(names: Names, beat: Callable[[], None]) -> int:
    """Go through every table for the address and for `@name`; return how many rows changed.

    `AS_WRITTEN` says what is spared, and why.
    """
    changed = 0
    for model in apps.get_models():
        if model._meta.label in AS_WRITTEN or not model._meta.managed:
            continue
        changed += _table(model, names)
        beat()
    return changed


def _table(model: type[Model], names: Names) -> int:
    fields = texts_of(model)
    named = NAMED.get(model._meta.label, ())
    changed = 0
    for field in fields:
        words = names.all if field.name in named else [*names.emails, f"@{names.username}"]
        for row in _with(model, field, [word for word in words if word]):
            before = getattr(row, field.name)
            after = _without(names, model, field, before)
            if after != before:
                _write(model, row.pk, {field.name: after})
                changed += 1
    return changed


def _with(model: type[Model], field: "Field[Any, Any]", words: list[str]) -> Iterator[Any]:
    """Rows in whose column one of the words stands; JSON may have written a letter as \\u00e9."""
    forms = {form for word in words for form in (word, json.dumps(word)[1:-1])}
    where = Q()
    for form in forms:
        where |= Q(_words__icontains=form)
    if not forms:
        return iter(())
    # The base class: rows of append-only models are read alike.
    rows: QuerySet[Any] = QuerySet(model).annotate(_words=Cast(F(field.name), TextField()))
    return rows.filter(where).only("pk", field.name).iterator(chunk_size=_AT_ONCE)


def _without(names: Names, model: type[Model], field: "Field[Any, Any]", value: Any) -> Any:
    label, is_named = model._meta.label, field.name in NAMED.get(model._meta.label, ())
    if (label, field.name) in _JSON_TEXTS:
        return _json_text(names, value)
    if isinstance(field, JSONField):
        return names.in_json(value)
    text = names.instead(value) if is_named else names.in_text(value)
    return text[: field.max_length] if field.max_length else text


def _json_text(names: Names, body: str) -> str:
    """A body that is signed byte for byte changes only where there is a name in it."""
    try:
        read = json.loads(body)
    except ValueError:
        return names.in_text(body)
    said = names.in_json(read)
    return body if said == read else json.dumps(said, separators=(",", ":"), ensure_ascii=False)


def _write(model: type[Model], pk: Any, values: dict[str, Any]) -> None:
    rows: QuerySet[Any] = QuerySet(model).filter(pk=pk)
    if not issubclass(model, AppendOnly):
        rows.update(**values)
        return
    with transaction.atomic():
        permit = Erasing.objects.create()
        rows.update(**values)
        permit.delete()


def wishes(user: User, names: Names) -> int:
    """Delete what was typed to reach or invite the person: rows that are about their name alone."""
    persons = Participation.objects.filter(user=user).values("external_person")
    links = Q(person__in=persons)
    for email in names.emails:
        links |= Q(email__iexact=email)
    typed = [name.casefold() for name in names.all]
    gone: list[QuerySet[Any]] = [
        NamedInvitation.objects.filter(folded__in=typed),
        Invitation.objects.filter(email__in=[email.lower() for email in names.emails]),
        MagicLink.objects.filter(links),
        AccountMail.objects.annotate(small=Lower("account")).filter(small__in=typed),
    ]
    for log in (AccessAttempt, AccessFailureLog, AccessLog):
        gone.append(log.objects.annotate(small=Lower("username")).filter(small__in=typed))
    return sum(rows.delete()[0] for rows in gone)


def drafts(user: User) -> int:
    """Forget what the person typed and never handed in."""
    mine = Assignment.objects.filter(annotator=user, draft__isnull=False)
    return mine.update(draft=None, looked_at=None)


def visits(user: User) -> int:
    """Forget who the person was on a platform, unless money went there: a rule says how long."""
    mine = Participation.objects.filter(user=user, deliveries__payment=None)
    paid = Participation.objects.filter(user=user, deliveries__payment__isnull=False).values("pk")
    return forget_visits(mine.exclude(pk__in=paid))


def forget_visits(rows: "QuerySet[Participation]") -> int:
    """Put a number in the place of what a platform calls a person and their session."""
    numbers = list(rows.exclude(external_person="").values_list("pk", flat=True).distinct())
    for pk in numbers:
        Participation.objects.filter(pk=pk).update(
            external_person="", external_session=f"forgotten-{pk}", facts={}
        )
    return len(numbers)


def reports(user: User, names: Names) -> int:
    """Delete printed reports that name the person, with their files: they are made anew at will."""
    asked = Report.objects.filter(created_by=user)
    with_names = Report.objects.filter(with_names=True)
    gone = [row for row in (asked | with_names).exclude(html="") if _names(row, names)]
    for report in gone:
        files = [name for name in (report.html, report.pdf) if name]
        report.delete()
        for name in files:
            default_storage.delete(name)
    return len(gone)


def _names(report: Report, names: Names) -> bool:
    try:
        with default_storage.open(report.html, "rb") as file:
            text = file.read().decode(errors="replace").casefold()
    except FileNotFoundError:
        return False
    return any(name.casefold() in text for name in names.all)
