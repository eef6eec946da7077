import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api } from "@/api/client";
import type { Claim, Gate, Participation } from "@/api/hits";
import { currentVisit, keepWhy } from "@/lib/crowd-visit";
import { messageOf } from "@/lib/server-messages";

export const participationQuery = queryOptions({
  queryKey: ["crowd", "participation"],
  queryFn: ({ signal }) => api.get<Participation>("/crowd/participation", { signal }),
});

/** The same mini-batch comes again while it is not submitted. */
function claimWork({ project, stage }: Participation): Promise<Claim> {
  return api.post(`/projects/${String(project.id)}/claim`, stage ? { stage: stage.key } : {});
}

/** Gates that nothing the person could do now opens. */
const FINAL = new Set<Gate["reason"]>(["test_failed", "history", "locale", "blocked", "author"]);

export function isFinal({ reason }: Gate): boolean {
  return FINAL.has(reason);
}

/** Ends the visit, where there is nothing (more) to do in it; its page then says where to go. */
export function useEndVisit() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (why: Gate | null) => {
    const visit = await api.post<Participation>("/crowd/participation/finish");
    if (why) keepWhy(messageOf(why));
    client.setQueryData(participationQuery.queryKey, visit);
    const participation = currentVisit() ?? String(visit.id);
    await navigate({ to: "/entered/$participation", params: { participation }, replace: true });
  };
}

/**
 * What a gate between two tasks means: guidelines are read at once, and lead back to the stage. Somebody
 * from a crowd platform is led to the other steps too, or to the end of the visit with the code for it;
 * everybody else finds them in their list of work. Says whether it led anywhere.
 */
export function useMeetGate() {
  const end = useEndVisit();
  const navigate = useNavigate();
  return async (projectId: number, gate: Gate, stage?: string): Promise<boolean> => {
    const params = { projectId: String(projectId) };
    if (gate.reason === "guidelines") {
      await navigate({ to: "/qualify/$projectId", params, search: stage ? { stage } : {} });
    } else if (currentVisit() === null) return false;
    else if (isFinal(gate)) await end(gate);
    else await navigate({ to: "/qualify/$projectId", params });
    return true;
  };
}

/** Takes the work of the visit and goes there, or wherever the answer leads. */
export function useTakeVisitWork() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const end = useEndVisit();
  return useMutation({
    mutationFn: async () => claimWork(await client.ensureQueryData(participationQuery)),
    onSuccess: async ({ hit, assignment, gate }) => {
      const { project } = await client.ensureQueryData(participationQuery);
      if (hit) await navigate({ to: "/hits/$hitId", params: { hitId: String(hit.id) } });
      else if (assignment) {
        await navigate({ to: "/work/$assignmentId", params: { assignmentId: String(assignment.id) } });
      } else if (gate && !isFinal(gate)) {
        await navigate({ to: "/qualify/$projectId", params: { projectId: String(project.id) } });
      } else await end(gate);
    },
  });
}
