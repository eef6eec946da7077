"""Dashboards as requests and responses say them."""
