/** What a tab remembers while it is away to sign out at an identity provider. */
import { recall, remember } from "./page-memory";

const KEY = "leaving";

/** Keep the `state` of the address, which the provider sends back. */
export function rememberLeaving(address: string): void {
  remember(KEY, new URL(address).searchParams.get("state"), "tab");
}

/** Whether a provider has sent back whom this tab had sent there to sign out. */
export function hasLeft(state: string | undefined): boolean {
  return state !== undefined && recall(KEY, "tab") === state;
}
