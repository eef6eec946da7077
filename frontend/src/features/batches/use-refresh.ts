import { useQueryClient } from "@tanstack/react-query";
import { notifyDone } from "@/lib/notify";

/** Says that it is done, and reads the project anew. */
export function useRefresh(projectId: number) {
  const client = useQueryClient();
  return (message: string) => {
    notifyDone(message);
    return client.invalidateQueries({ queryKey: ["projects", projectId] });
  };
}
