/** By what the server orders people; a minus means the largest, or the latest, first. */
const COLUMNS = ["name", "submissions", "seconds", "edit_share", "jaccard", "tokens", "last_at"] as const;

export type OrderColumn = (typeof COLUMNS)[number];
export type Order = OrderColumn | `-${OrderColumn}`;

export const DEFAULT_ORDER: Order = "-submissions";

export const ORDERS = COLUMNS.flatMap((column) => [`-${column}`, column] as const) satisfies Order[];

/** How rows are ordered by a column now; undefined where they are not. */
export function sortOf(order: string, column: OrderColumn): "ascending" | "descending" | undefined {
  if (order === column) return "ascending";
  return order === `-${column}` ? "descending" : undefined;
}

/** What a press on a column asks for: names from A, figures from the largest, and then the other way round. */
export function nextOrder(order: string, column: OrderColumn): Order {
  const first: Order = column === "name" ? column : `-${column}`;
  const second: Order = column === "name" ? `-${column}` : column;
  return order === first ? second : first;
}
