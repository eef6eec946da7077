import type { EventName } from "@/api/webhooks";

/** Events in the order of the forms, each with the key of its words in `webhooks.json`. */
export const events = {
  "sample.finished": "sample_finished",
  "annotation.submitted": "annotation_submitted",
  "annotation.reviewed": "annotation_reviewed",
  "image.withdrawn": "image_withdrawn",
  "batch.made": "batch_made",
  "batch.opened": "batch_opened",
  "batch.closed": "batch_closed",
  "job.finished": "job_finished",
  "job.failed": "job_failed",
  "release.frozen": "release_frozen",
  "model_version.promoted": "model_version_promoted",
  "member.blocked": "member_blocked",
  "member.unblocked": "member_unblocked",
  "webhook.test": "webhook_test",
} as const satisfies Record<EventName, string>;

/** Those to choose from: a test is sent whatever an endpoint is told of. */
export const choices = (Object.keys(events) as EventName[]).filter((name) => name !== "webhook.test");
