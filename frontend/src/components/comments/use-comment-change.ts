import { useMutation, useQueryClient } from "@tanstack/react-query";
import { commentsQuery, type Discussion } from "@/lib/queries/comments";

/** Does something with a comment, and reads the threads again. */
export function useCommentChange(of: Discussion, change: () => Promise<unknown>, onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: commentsQuery(of).queryKey });
      onDone?.();
    },
  });
}
