import { useQueryClient } from "@tanstack/react-query";
import type { SampleDetail } from "@/api/types";
import { notifyDone } from "@/lib/notify";
import { sampleQuery } from "./api/samples";

/** After something was done with a sample, it and every list it stands in are read again. */
export function useAfterChange(sample: SampleDetail) {
  const client = useQueryClient();
  return async (message?: string) => {
    await client.invalidateQueries({ queryKey: sampleQuery(sample.id).queryKey });
    void client.invalidateQueries({ queryKey: ["projects", sample.project.id] });
    if (message) notifyDone(message);
  };
}
