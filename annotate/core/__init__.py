"""What every package stands on and no word of the domain: errors, operations, schemas, jobs.

`operations` declares handlers, `schemas` what they are sent and answer, `fetch` asks other servers.
"""
