from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "annotate.notifications"
    label = "notifications"
