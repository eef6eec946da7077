"""Django's back end for SQLite, in which those who write take turns."""
