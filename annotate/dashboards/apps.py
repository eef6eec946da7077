from django.apps import AppConfig


class DashboardsConfig(AppConfig):
    name = "annotate.dashboards"
    label = "dashboards"

    def ready(self) -> None:
        # Workers must know the jobs even if nothing else has led them here.
        from annotate.dashboards.report import sections
        from annotate.dashboards.services import reports  # noqa: F401

        sections.register()
