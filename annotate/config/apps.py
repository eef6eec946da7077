from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "annotate.config"
    label = "config"

    def ready(self) -> None:
        from annotate.config import hooks

        hooks.connect()
