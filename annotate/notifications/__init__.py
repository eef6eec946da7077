"""What people are told: events of projects and conditions that last, as rows and by mail.

Packages below tell it by hooks, those above call `services.tell`. A row is for one person, goes
with their membership, and gathers what happens again while it is unread.
"""
