import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { Job } from "@/api/types";

export const JOB_POLL_MS = 2_000;

export function isActive(job: { state: Job["state"] } | null | undefined): boolean {
  return job?.state === "queued" || job?.state === "running";
}

export function cancelJob(projectId: number, jobId: number): Promise<Job> {
  return result(
    server.POST("/api/v1/projects/{project_id}/jobs/{job_id}/cancel", {
      params: { path: { project_id: projectId, job_id: jobId } },
    }),
  );
}

export function retryJob(projectId: number, jobId: number): Promise<Job> {
  return result(
    server.POST("/api/v1/projects/{project_id}/jobs/{job_id}/retry", {
      params: { path: { project_id: projectId, job_id: jobId } },
    }),
  );
}

/** Lets a failed job be, so that it no longer waits for anybody. */
export function dismissJob(projectId: number, jobId: number): Promise<Job> {
  return result(
    server.POST("/api/v1/projects/{project_id}/jobs/{job_id}/dismiss", {
      params: { path: { project_id: projectId, job_id: jobId } },
    }),
  );
}

/** One job, asked for again until it is over. */
export const jobQuery = (projectId: number, jobId: number) =>
  queryOptions({
    queryKey: ["jobs", projectId, jobId],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/jobs/{job_id}", {
          params: { path: { project_id: projectId, job_id: jobId } },
          signal,
        }),
      ),
    refetchInterval: (query) => (isActive(query.state.data) ? JOB_POLL_MS : false),
  });
