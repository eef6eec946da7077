import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Participation } from "@/api/hits";
import type { Claim } from "@/api/types";

export const participationQuery = queryOptions({
  queryKey: ["crowd", "participation"],
  queryFn: ({ signal }) => api.get<Participation>("/crowd/participation", { signal }),
});

/** The same mini-batch comes again while it is not submitted. */
export function claimWork({ project, stage }: Participation): Promise<Claim> {
  return api.post(`/projects/${String(project.id)}/claim`, stage ? { stage: stage.key } : {});
}

/** Leaves when there is nothing (more) to do; the answer says where to go. */
export function finishVisit(): Promise<Participation> {
  return api.post("/crowd/participation/finish");
}
