"""Bring pictures in from a folder, a zip archive or a JSONL manifest, row by row.

A *source* yields rows in an order that never changes; a row is in or out, never half; what went
wrong with it is said by number, field, code, sentence and remedy. `running.run` takes the rows in
chunks, each one transaction, and goes on where a killed run stopped.
"""
