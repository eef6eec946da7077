import { api } from "@/api/client";
import type { Job } from "@/api/types";

export const JOB_POLL_MS = 2_000;

export function isActive(job: { state: Job["state"] } | null | undefined): boolean {
  return job?.state === "queued" || job?.state === "running";
}

export function cancelJob(projectId: number, jobId: number): Promise<Job> {
  return api.post(`/projects/${String(projectId)}/jobs/${String(jobId)}/cancel`);
}

export function retryJob(projectId: number, jobId: number): Promise<Job> {
  return api.post(`/projects/${String(projectId)}/jobs/${String(jobId)}/retry`);
}
