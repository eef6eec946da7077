import { useLocation, useSearch } from "@tanstack/react-router";

/** Which list one came from: its filters, as they stand in the address of a sample. */
export interface FromList {
  /** The list's own search, for the way back and for the samples beside this one. */
  search: Record<string, string>;
  /** The same in one piece, which goes along from sample to sample. */
  from: string | undefined;
}

/** What in a list's address is a place in it, and no filter. */
const PLACES = ["cursor", "page_size"];

export function useFrom(): FromList {
  const { from } = useSearch({ strict: false }) as { from?: string };
  return { search: Object.fromEntries(new URLSearchParams(from)), from };
}

/** For links from a list to one of its samples. */
export function useFromHere(): { from?: string } {
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const filters = new URLSearchParams(search);
  for (const place of PLACES) filters.delete(place);
  const from = filters.toString();
  return from ? { from } : {};
}
