import { kindNamed } from "@/kinds/registry";

/** The editors of these kinds are there at once, as they are after a task was fetched. */
export async function fetchEditors(...kinds: readonly string[]): Promise<void> {
  for (const name of kinds) await kindNamed(name).editor?.Workbench.fetch();
}
