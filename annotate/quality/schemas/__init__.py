"""The quality of answers as requests and responses say it."""
