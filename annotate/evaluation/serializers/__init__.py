"""The JSON forms of texts, studies, their results, and reports."""
