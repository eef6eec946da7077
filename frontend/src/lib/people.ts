import type { Person } from "@/api/types";

/** The name people know somebody by. */
export function personName(person: Person): string {
  return person.display_name || person.username;
}
