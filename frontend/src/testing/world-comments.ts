import type { Comment } from "@/api/types";
import { ago, lena } from "./world";

let lastComment = 0;

/** What the one who is signed in says. */
export function makeComment(body: string): Comment {
  const own = { author: lena, author_role: "me" as const, mentions: [], edited_at: null, is_deleted: false };
  return { id: ++lastComment, body, created_at: ago(0), ...own };
}
