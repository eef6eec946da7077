"""The science, in plain Python: tokens, overlap, agreement, caption metrics, text rules.

Pure functions with their sources; `commands` makes each available from the command line.
"""
