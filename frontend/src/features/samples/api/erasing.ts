import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { ImageErasing } from "@/api/types";

const one = (sampleId: number) => ({ path: { sample_id: sampleId } });

export const erasingQuery = (sampleId: number) =>
  queryOptions({
    queryKey: ["samples", sampleId, "erasing"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/samples/{sample_id}/erasure", { params: one(sampleId), signal })),
  });

export function eraseImage(sampleId: number, reason: string): Promise<ImageErasing> {
  return result(server.POST("/api/v1/samples/{sample_id}/erasure", { params: one(sampleId), body: { reason } }));
}
