"""Releases: versions of a dataset that never change, each named by the digest of what is in it.

A release is written once, in one pass over the samples, and kept by content. Nothing in its files
depends on the database, the clock or the order of work at the same time: the same work gives the
same bytes (decision 0055).
"""
