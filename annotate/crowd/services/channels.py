"""Make channels, change them, close them."""

import secrets
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError

from annotate.core import errors
from annotate.crowd import adapters, secret_store
from annotate.crowd.models import Channel
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit


def make_channel(
    *,
    project: Project,
    actor: User,
    name: str,
    adapter: str,
    stage: str | None,
    settings: Mapping[str, Any],
) -> Channel:
    """Open a way into a project. `settings` may hold secrets: they are encrypted apart.

    Raises:
        Invalid: the adapter or stage is unknown, or a setting breaks its rules.
    """
    plain, hidden = _checked(adapter, settings, stored={})
    with transaction.atomic():
        channel = Channel.objects.create(
            project=project,
            name=name,
            adapter=adapter,
            stage_key=_stage_key(project, stage),
            slug=secrets.token_urlsafe(18),
            settings=plain,
            credentials=secret_store.seal(hidden),
            created_by=actor,
        )
        Project.objects.filter(pk=project.pk).update(has_channels=True)
        project.has_channels = True
        audit(project=project, actor=actor, verb="channel.made", target=name, adapter=adapter)
    return channel


def change_channel(*, channel: Channel, actor: User, changes: Mapping[str, Any]) -> Channel:
    """Change a channel's name, stage, state or settings; secrets that are not named stay.

    Where the settings lead to another server, such as that of real payments instead of a sandbox,
    the secrets have to be given again.

    Raises:
        Invalid: the stage is unknown, a setting breaks its rules, or a secret is wanted again.
    """
    with transaction.atomic():
        channel = Channel.objects.select_for_update().select_related("project").get(pk=channel.pk)
        for field in ("name", "state"):
            setattr(channel, field, changes.get(field, getattr(channel, field)))
        if "stage" in changes:
            channel.stage_key = _stage_key(channel.project, changes["stage"])
        if "settings" in changes:
            _change_settings(channel, changes["settings"])
        channel.save()
        audit(
            project=channel.project,
            actor=actor,
            verb="channel.changed",
            target=channel.name,
            # Names only: a value may be a secret.
            changed=sorted([*changes, *changes.get("settings", {})]),
        )
    return channel


def _change_settings(channel: Channel, changes: Mapping[str, Any]) -> None:
    adapter, stored = adapters.get(channel.adapter), {}
    names = set(adapter.secrets_model.model_fields)
    if channel.credentials and not names <= set(changes):
        stored = secret_store.unseal(channel.credentials)
    merged = {**channel.settings, **changes}
    before = adapter.server(adapters.parse_settings(adapter, channel.settings))
    channel.settings, hidden = _checked(channel.adapter, merged, stored=stored)
    server = adapter.server(adapters.parse_settings(adapter, channel.settings))
    if server != before and (wanted := sorted(stored.keys() - set(changes))):
        raise _wanted_again(wanted, server)
    channel.credentials = secret_store.seal(hidden)


def _wanted_again(names: list[str], server: str) -> errors.Invalid:
    message = Message("channel_secret_of_another_server", server=server)
    fields = [errors.FieldError.about(f"settings.{name}", message) for name in names]
    return errors.Invalid(Message("channel_settings_refused"), code="invalid", fields=fields)


def _checked(
    adapter_name: str, raw: Mapping[str, Any], *, stored: Mapping[str, str]
) -> tuple[dict[str, Any], dict[str, str]]:
    """(Settings, secrets), both checked. A secret of null or "" is taken away."""
    adapter = adapters.get(adapter_name)
    names = set(adapter.secrets_model.model_fields)
    hidden = {**stored, **{key: value or None for key, value in raw.items() if key in names}}
    plain = {key: value for key, value in raw.items() if key not in names}
    settings = adapters.parse_settings(adapter, plain).model_dump(mode="json")
    parsed = adapters.parse_secrets(adapter, hidden).model_dump(exclude_none=True)
    return settings, parsed


def _stage_key(project: Project, stage: str | None) -> str:
    if stage and stage not in project.recipe.stage_keys:
        message = Message("channel_without_stage", stage=stage)
        raise errors.Invalid.field("stage", message, code="unknown_stage")
    return stage or ""


def remove_channel(*, channel: Channel, actor: User) -> None:
    """Delete a channel through which nobody has come yet.

    Raises:
        Conflict: somebody has; who delivered what, and what they are owed, must stay on record.
    """
    try:
        with transaction.atomic():
            audit(project=channel.project, actor=actor, verb="channel.removed", target=channel.name)
            channel.delete()
    except ProtectedError:
        raise errors.Conflict(Message("channel_in_use")) from None
