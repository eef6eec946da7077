import { UnreadDialog } from "../later";
import type { Unread } from "../unread-dialog";
import { useUnreadQuestion } from "../use-unread-question";
import type { PageHandle } from "./hit-page";

interface Page {
  index: number;
  handle: PageHandle;
}

type Found = Unread & { first: Page | undefined };

/** What nobody has looked at on any page of a mini-batch, asked about once before all is sent. */
export function useUnreadPages(go: (index: number) => void) {
  const question = useUnreadQuestion<Found>();
  return {
    ...question,
    asksAbout: (pages: readonly Page[]) => question.asks(foundOn(pages)),
    look: () => {
      question.close();
      const first = question.found?.first;
      if (!first) return;
      go(first.index);
      first.handle.showUnread();
    },
  };
}

function foundOn(pages: readonly Page[]): Found {
  const all = pages.map((page) => ({ page, ...page.handle.unread() }));
  return {
    unread: all.reduce((sum, { unread }) => sum + unread, 0),
    of: all.reduce((sum, { of }) => sum + of, 0),
    first: all.find(({ unread }) => unread > 0)?.page,
  };
}

interface UnreadOnPagesProps {
  question: ReturnType<typeof useUnreadPages>;
  onSubmit: () => void;
}

export function UnreadOnPages({ question, onSubmit }: UnreadOnPagesProps) {
  const submit = () => {
    question.close();
    onSubmit();
  };
  return <UnreadDialog counts={question.counts} isOpen={question.isOpen} onLook={question.look} onSubmit={submit} />;
}
