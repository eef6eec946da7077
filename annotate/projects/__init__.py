"""Projects: members and roles, recipes, guidelines, the audit trail.

`access` fetches and authorises in one act; `recipes` says which stages there are, in plain Python.
"""
