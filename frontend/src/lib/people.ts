import type { Person } from "@/api/types";
import { serverMessage } from "./server-messages";

type Named = Pick<Person, "username" | "display_name" | "deleted_number">;

/** The name people know somebody by; of whom was deleted, a number in the language of the page. */
export function personName({ username, display_name: name, deleted_number: number }: Named): string {
  if (number !== null) return serverMessage("deleted_person", { number: String(number) }, name);
  return name || username;
}
