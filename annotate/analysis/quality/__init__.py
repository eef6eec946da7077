"""Which answers a lead should look at, and why: quality flags as pure functions (mission B6, A16).

A flag is a reason to look, never a verdict. Each carries the numbers it was decided by and a
sentence that says them. The rules are those of VizWiz-Captions (VW App. A.1 and the published code
of its collection, github.com/nilavra/mturk-crowdsourcing-pipeline), for any number of answers per
image and with every threshold a setting.

What cannot be computed (one answer only, no spread, a time that is not known) is said to be
:class:`~annotate.analysis.undefined.Undefined` and is never flagged.
"""
