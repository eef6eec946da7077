from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "annotate.people"
    label = "people"
