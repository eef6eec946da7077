import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { result, server } from "@/api/client";
import { currentVisit } from "@/lib/crowd-visit";
import { myQualificationQuery } from "@/lib/queries/qualification";
import { useTakeVisitWork } from "@/lib/queries/visit";

/**
 * The task that somebody was kept from, once nothing keeps them from it: of the stage they came from,
 * or whatever there is. Where another step is next, or no task is left, the page says so.
 */
export function useWayToWork(projectId: number) {
  const { stage } = useSearch({ from: "/shell/qualify/$projectId" });
  const client = useQueryClient();
  const navigate = useNavigate();
  const visit = useTakeVisitWork();
  return async () => {
    const { gate } = await client.fetchQuery(myQualificationQuery(projectId));
    if (gate) return;
    if (currentVisit() !== null) {
      await visit.mutateAsync();
      return;
    }
    const { hit, assignment } = await result(
      server.POST("/api/v1/projects/{project_id}/claim", {
        params: { path: { project_id: projectId } },
        body: stage ? { stage } : {},
      }),
    );
    if (hit) await navigate({ to: "/hits/$hitId", params: { hitId: String(hit.id) } });
    else if (assignment) {
      await navigate({ to: "/work/$assignmentId", params: { assignmentId: String(assignment.id) } });
    }
  };
}
