/** Which objects of the starting text somebody has looked at. Whoever changes one has. */
import type { ObjectAnswer, ObjectsAnswer } from "@/api/types";
import type { Box, Size } from "@/canvas/geometry";
import { stateOf, type Objects } from "./model";

/** The objects that are as they came and were never looked at. */
export function unreadIn(items: Objects, start: Objects, lookedAt: ReadonlySet<string>): readonly string[] {
  const startById = new Map(start.map((item) => [item.id, item]));
  return items.filter((item) => !lookedAt.has(item.id) && stateOf(item, startById) === "kept").map(({ id }) => id);
}

export function unreadObjects(answer: ObjectsAnswer, start: ObjectsAnswer, lookedAt: ReadonlySet<string>) {
  return { unread: unreadIn(answer.objects, start.objects, lookedAt).length, of: answer.objects.length };
}

/** The next one of these after an object of the list, and round the end; never that object itself. */
export function nextOf(
  items: Objects,
  wanted: ReadonlySet<string>,
  after: string | undefined,
): ObjectAnswer | undefined {
  const at = items.findIndex((item) => item.id === after);
  const inTurn = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))];
  return inTurn.find(({ id }) => wanted.has(id));
}

/** Half of it is on screen, or it fills half of the screen: who is that near sees it as well. */
export function isInSight({ x, y, width, height }: Box, screen: Size): boolean {
  const across = Math.max(Math.min(x + width, screen.width) - Math.max(x, 0), 0);
  const down = Math.max(Math.min(y + height, screen.height) - Math.max(y, 0), 0);
  const seen = across * down;
  return seen > 0 && (seen * 2 >= width * height || seen * 2 >= screen.width * screen.height);
}
