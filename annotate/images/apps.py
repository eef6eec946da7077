from django.apps import AppConfig


class ImagesConfig(AppConfig):
    name = "annotate.images"
    label = "images"
