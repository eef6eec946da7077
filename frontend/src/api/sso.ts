/** Names for what the server sends of identity providers. */
import type { components } from "./schema";

type S = components["schemas"];

export type SignInWays = S["Ways"];
export type ListedProvider = S["ListedProvider"];
export type IdentityProvider = S["Provider"];
export type NewIdentityProvider = S["NewProvider"];
export type IdentityProviderChanges = S["ProviderChanges"];
export type GroupRule = IdentityProvider["rules"][number];
export type ProviderTrial = S["ProviderTrial"];
export type Identity = S["Identity"];
