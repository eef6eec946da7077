from django.apps import AppConfig


class DashboardsConfig(AppConfig):
    name = "annotate.dashboards"
    label = "dashboards"
