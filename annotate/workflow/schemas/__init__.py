"""The workflow as requests and responses say it."""
