import { attempt } from "@/lib/attempt";

const keyOf = (user: number) => `annotate:uploads:of:${String(user)}`;

/** Whether this browser has files of a person on their way: pages of people who never upload open no storage for it. */
export const hasUploads = (user: number): boolean => attempt(() => localStorage.getItem(keyOf(user)) !== null, false);

export function noteUploads(user: number, are: boolean): void {
  attempt(() => (are ? localStorage.setItem(keyOf(user), "1") : localStorage.removeItem(keyOf(user))), undefined);
}
