"""Identity providers: made, changed, deleted and tried by admins of the installation."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import IntegrityError, transaction

from annotate.core import errors
from annotate.core.schemas import Notice
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project, Team
from annotate.projects.services import audit
from annotate.sso import models, schemas, selectors
from annotate.sso.deployed import deployed
from annotate.sso.oidc import metadata

MOST = 50


def make(*, actor: User, wanted: schemas.NewProvider) -> models.Provider:
    """Set a provider up; people see it on the sign-in page at once, unless it is switched off.

    Raises:
        Invalid: its key is taken, or a rule names a project or a team that is not there.
        Conflict: there are as many providers as there may be.
    """
    _refuse_taken(wanted.key)
    _check_rules(wanted.rules)
    fields = wanted.model_dump(mode="json", exclude={selectors.SECRET})
    try:
        with transaction.atomic():
            if models.Provider.objects.count() >= MOST:
                raise errors.Conflict(Message("sso_too_many", limit=MOST))
            provider = models.Provider.objects.create(
                **fields, secrets=selectors.sealed(wanted.client_secret)
            )
            _audit("made", provider, actor, issuer=provider.issuer)
    except IntegrityError:
        raise _taken() from None
    return provider


def change(
    *, provider: models.Provider, actor: User, changes: schemas.ProviderChanges
) -> models.Provider:
    """Change what was sent. A secret goes to the issuer it was given for, and to no other.

    Raises:
        Invalid: a rule names what is not there, or a secret is kept for another issuer.
    """
    sent = changes.sent()
    if changes.rules is not None:
        _check_rules(changes.rules)
    with transaction.atomic():
        row = errors.existing(
            models.Provider.objects.select_for_update().filter(pk=provider.pk).first()
        )
        secret = sent.pop(selectors.SECRET, None)
        if sent.get("issuer", row.issuer) != row.issuer and row.secrets and secret is None:
            raise errors.Invalid.field("client_secret", Message("sso_secret_anew"))
        for name, value in changes.model_dump(mode="json", include=set(sent)).items():
            setattr(row, name, value)
        if secret is not None:
            row.secrets = selectors.sealed(secret)
        row.save()
        # Names only: a value may be a secret.
        named = sorted({*sent, *([selectors.SECRET] if secret is not None else [])})
        _audit("changed", row, actor, changed=named)
    return row


def delete(*, provider: models.Provider, actor: User) -> None:
    """Delete a provider. Identities stay, for whoever sets the same issuer up again."""
    with transaction.atomic():
        _audit("deleted", provider, actor, issuer=provider.issuer)
        provider.delete()


def try_out(provider: selectors.Known) -> schemas.ProviderTrial:
    """Read what a provider says of itself, and its keys; nobody is signed in."""
    try:
        document = metadata.read_document(provider.issuer)
        wrong = list(metadata.faults_of(document, provider.issuer))
        if not wrong:
            wrong = _faults_of_keys(document["jwks_uri"])
    except metadata.Unusable as fault:
        return schemas.ProviderTrial(works=False, findings=[Notice.of(fault.message)])
    remarks = list(_remarks(document, provider))
    findings = [Notice.of(message) for message in (*wrong, *remarks)]
    return schemas.ProviderTrial(works=not wrong, findings=findings)


def _remarks(document: dict[str, Any], provider: selectors.Known) -> Iterator[Message]:
    return metadata.remarks_of(document, provider.scopes, signs_out=provider.signs_out_at_provider)


def _faults_of_keys(address: str) -> list[Message]:
    keys = metadata.read_json(address).get("keys")
    return [] if isinstance(keys, list) and keys else [Message("sso_try_no_keys", address=address)]


def _refuse_taken(key: str) -> None:
    if any(provider.key == key for provider in deployed()):
        raise _taken()
    if models.Provider.objects.filter(key=key).exists():
        raise _taken()


def _taken() -> errors.Invalid:
    return errors.Invalid.field("key", Message("sso_key_taken"), code="taken")


def _check_rules(rules: Sequence[schemas.Rule]) -> None:
    named = {rule.project for rule in rules if rule.project is not None}
    there = set(Project.objects.filter(pk__in=named).values_list("pk", flat=True))
    teams = set(Team.objects.filter(project__in=there).values_list("project_id", "key"))
    for number, rule in enumerate(rules):
        if rule.project is not None and rule.project not in there:
            message = Message("sso_no_such_project", number=str(rule.project))
            raise errors.Invalid.field(f"rules[{number}].project", message)
        for key in rule.teams:
            if (rule.project, key) not in teams:
                message = Message("sso_no_such_team", key=key)
                raise errors.Invalid.field(f"rules[{number}].teams", message)


def _audit(act: str, provider: models.Provider, actor: User, **data: Any) -> None:
    verb = f"identity_provider.{act}"
    audit(project=None, actor=actor, verb=verb, target=provider.key, **data)
