"""The JSON forms of dashboards."""
