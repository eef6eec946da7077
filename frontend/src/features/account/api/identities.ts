import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";

export const identitiesQuery = queryOptions({
  queryKey: ["identities"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/me/identities", { signal })),
});

/** Where to go to link who one is at a provider. */
export async function beginLink(key: string): Promise<string> {
  const params = { path: { provider_key: key } };
  return (await result(server.POST("/api/v1/me/identities/{provider_key}/begin", { params }))).address;
}

export function unlink(identityId: number): Promise<void> {
  return done(server.DELETE("/api/v1/me/identities/{identity_id}", { params: { path: { identity_id: identityId } } }));
}
