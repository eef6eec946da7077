import gc

from django.apps import AppConfig
from django.core import checks


class ConfigConfig(AppConfig):
    name = "annotate.config"
    label = "config"

    def ready(self) -> None:
        from annotate.config import hooks
        from annotate.projects.checks import kinds_of_projects

        hooks.connect()
        checks.register(kinds_of_projects, checks.Tags.database)
        # See manage.py: what was loaded until here is not looked at again.
        gc.freeze()
        gc.enable()
