/** By what the server orders people; a minus means the largest, or the latest, first. */
const COLUMNS = [
  ...(["evidence", "name", "submissions", "seconds", "edit_share", "jaccard", "tokens"] as const),
  ...(["skips", "flags", "gold", "reviews", "passed_on", "unchanged", "last_at"] as const),
] as const;

export type OrderColumn = (typeof COLUMNS)[number];
export type Order = OrderColumn | `-${OrderColumn}`;

/** The worst by evidence first. */
export const DEFAULT_ORDER: Order = "-evidence";

export const ORDERS = COLUMNS.flatMap((column) => [`-${column}`, column] as const) satisfies Order[];

/** What a press on a column asks for: names from A, figures from the largest, and then the other way round. */
export function nextOrder(order: string, column: OrderColumn): Order {
  const first: Order = column === "name" ? column : `-${column}`;
  const second: Order = column === "name" ? `-${column}` : column;
  return order === first ? second : first;
}
