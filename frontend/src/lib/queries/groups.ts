import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";

/** The projects that ask of the largest person in images, and ask whoever is signed in. */
export const toSayQuery = queryOptions({
  queryKey: ["groups", "to-say"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/group-questions", { signal })),
});
