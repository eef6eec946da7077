"""The settings in force."""

from annotate.projects.models import Project
from annotate.quality.models import StoredSettings
from annotate.quality.settings import QualitySettings, parse


def settings_of(project: Project) -> QualitySettings:
    """Return the project's settings; the defaults until a lead has changed any."""
    stored = StoredSettings.objects.filter(project=project).first()
    return QualitySettings() if stored is None else parse(stored.values)
