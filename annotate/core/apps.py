from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "annotate.core"
    label = "core"

    def ready(self) -> None:
        """Let every query use the lookups of our own."""
        from annotate.core import lookups  # noqa: F401
