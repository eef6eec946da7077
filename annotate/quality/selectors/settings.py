"""The settings in force."""

from annotate.projects.models import Project
from annotate.quality.models import StoredSettings
from annotate.quality.settings import QualitySettings


def settings_of(project: Project) -> QualitySettings:
    """The project's settings; the defaults until a lead has changed any."""
    stored = StoredSettings.objects.filter(project=project).first()
    return QualitySettings.model_validate(stored.values if stored else {})
