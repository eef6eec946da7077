"""Analyses of tables that are larger than memory, by one process or by many, on any machine.

A table is read in pieces (:mod:`.tables`), an engine lets the same pure functions look at each
(:mod:`.engines`), and what they find is merged in the order of the pieces, so that the figures are
those of one process, to the last digit. Where a figure needs to know of all pieces before it can
say anything of one (how rare words are, which texts share a band) there are two passes.
"""
