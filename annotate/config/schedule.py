"""What the clock asks workers for, by itself: which task, and every how many seconds."""

from typing import Any

SCHEDULE: dict[str, dict[str, Any]] = {
    "requeue-stale-jobs": {"task": "core.requeue_stale_jobs", "schedule": 30.0},
    "expire-leases": {"task": "workflow.expire_leases", "schedule": 30.0},
    "webhooks": {"task": "projects.send_due_webhooks", "schedule": 30.0},
    "old-webhooks": {"task": "projects.prune_webhooks", "schedule": 3600.0},
    "learn": {"task": "learning.sweep", "schedule": 30.0},
    "stopped-by-limits": {"task": "seeding.go_on", "schedule": 600.0},
    "alike-images": {"task": "images.find_alike", "schedule": 30.0, "options": {"expires": 30}},
    "account-mail": {"task": "people.send_due_mail", "schedule": 30.0},
    "magic-link-mail": {"task": "crowd.send_due_links", "schedule": 30.0},
    "invitation-mail": {"task": "projects.send_due_invitations", "schedule": 30.0},
    "notification-mail": {"task": "notifications.send_due_mail", "schedule": 30.0},
    # Too late it is of no use: the next one is due.
    "health": {"task": "core.measure_health", "schedule": 300.0, "options": {"expires": 240}},
    "conditions": {"task": "notifications.look_around", "schedule": 300.0},
    "old-notifications": {"task": "notifications.prune", "schedule": 3600.0},
    "retention": {"task": "privacy.apply_retention", "schedule": 3600.0},
}
