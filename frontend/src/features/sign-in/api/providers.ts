import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type { IdentityProvider, IdentityProviderChanges, NewIdentityProvider, ProviderTrial } from "@/api/sso";

const ALL = "/api/v1/admin/identity-providers";
const at = (key: string) => ({ path: { provider_key: key } });

export const providersKey = ["identity-providers"];

export const providersQuery = queryOptions({
  queryKey: providersKey,
  queryFn: ({ signal }) => result(server.GET(ALL, { signal })),
});

export function addProvider(provider: NewIdentityProvider): Promise<IdentityProvider> {
  return result(server.POST(ALL, { body: provider }));
}

export function changeProvider(key: string, changes: IdentityProviderChanges): Promise<IdentityProvider> {
  return result(server.PATCH(`${ALL}/{provider_key}`, { params: at(key), body: changes }));
}

export function deleteProvider(key: string): Promise<void> {
  return done(server.DELETE(`${ALL}/{provider_key}`, { params: at(key) }));
}

export function tryProvider(key: string): Promise<ProviderTrial> {
  return result(server.POST(`${ALL}/{provider_key}/try`, { params: at(key) }));
}
