from django.apps import AppConfig


class ExchangeConfig(AppConfig):
    name = "annotate.exchange"
    label = "exchange"
