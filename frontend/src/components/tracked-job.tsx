import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Job } from "@/api/types";
import { isActive, jobQuery } from "@/lib/queries/jobs";
import { JobProgress } from "./job-progress";

interface TrackedJobProps {
  projectId: number;
  job: Job;
}

/** Follows a job that was started here, and refreshes the project's figures when it is over. */
export function TrackedJob({ projectId, job }: TrackedJobProps) {
  const client = useQueryClient();
  const query = useQuery({ ...jobQuery(projectId, job.id), initialData: job, enabled: isActive(job) });
  const over = !isActive(query.data);
  useEffect(() => {
    if (over) void client.invalidateQueries({ queryKey: ["projects", projectId] });
  }, [client, over, projectId]);
  return <JobProgress projectId={projectId} job={query.data} />;
}
