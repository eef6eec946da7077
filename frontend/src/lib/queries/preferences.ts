import { result, server } from "@/api/client";
import type { Me, PreferenceChanges, Preferences } from "@/api/types";
import type { KeyPreferences } from "../key-store";

export function savePreferences(preferences: PreferenceChanges): Promise<Me> {
  return result(server.PATCH("/api/v1/me", { body: { preferences } }));
}

export function keysOf({ single_keys, keys }: Preferences): KeyPreferences {
  return { singleKeys: single_keys, keys };
}

export function keysToSend({ singleKeys, keys }: KeyPreferences): PreferenceChanges {
  return {
    single_keys: singleKeys,
    keys: Object.fromEntries(Object.entries(keys).map(([command, chosen]) => [command, [...chosen]])),
  };
}
