"""Studies in which people judge texts, their results, and reports on texts.

A study is a project of its own; what is asked and what comes out is the business of its kind.
"""
