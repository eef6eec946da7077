"""Read-only views across all packages: overview, rounds, annotators, texts, printed reports.

Nothing here counts: selectors read the rows that others write where things happen.
"""
