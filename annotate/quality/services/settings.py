"""Change what is checked and from where on it counts."""

from typing import Any

from django.db import transaction

from annotate.core import clock
from annotate.core.operations import parse
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.quality.models import StoredSettings
from annotate.quality.selectors.settings import settings_of
from annotate.quality.settings import QualitySettings


def change_settings(*, project: Project, actor: User, changes: dict[str, Any]) -> QualitySettings:
    """Store the settings with these changes, all written out; flags there are stay as they are.

    Raises:
        Invalid: some cannot work; `fields` names each.
    """
    with transaction.atomic():
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        before = settings_of(project).model_dump(mode="json")
        settings = parse(QualitySettings, before | changes)
        after = settings.model_dump(mode="json")
        StoredSettings.objects.update_or_create(
            project=project,
            defaults={"values": after, "changed_by": actor, "changed_at": clock.now()},
        )
        changed = {name: value for name, value in after.items() if value != before[name]}
        audit(project=project, actor=actor, verb="quality.settings_changed", **changed)
    return settings
