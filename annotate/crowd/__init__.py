"""People from outside: entry by a link or a platform, completion codes, payment.

`adapters` speak the protocols of platforms; `services.visits` lets people in and follows them.
"""
