import { lazy, Suspense } from "react";
import { LoadingText } from "./loading";

const MarkdownBody = lazy(() => import("./markdown-body"));

/** Markdown without raw HTML. The parser is loaded when a text is first shown. */
export function Markdown({ source }: { source: string }) {
  return (
    <Suspense fallback={<LoadingText />}>
      <MarkdownBody source={source} />
    </Suspense>
  );
}
