import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import ReactMarkdown, { defaultUrlTransform, type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { Wide } from "./wide";
import classes from "./markdown.module.css";

function WideTable({ children }: { children?: ReactNode }) {
  const { t } = useTranslation("common");
  return (
    <Wide name={t("table.in_text")}>
      <table>{children}</table>
    </Wide>
  );
}

/** Pages and panels hold the only h1, so a text's own headings begin one step lower. */
const components: Components = {
  h1: ({ children }) => <h2>{children}</h2>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h5>{children}</h5>,
  a: ({ children, href }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  table: ({ children }) => <WideTable>{children}</WideTable>,
  // The page's security policy would block a picture from elsewhere; its words are shown instead.
  img: ({ src, alt }) => (src?.startsWith("/api/") ? <img src={src} alt={alt ?? ""} loading="lazy" /> : <em>{alt}</em>),
};

/**
 * `![a cup](image:12)` shows image 12 of the server to whoever may see it. A picture from elsewhere
 * would tell another server who reads the guidelines.
 */
function addressOf(url: string): string {
  const [, id] = /^image:(\d+)$/.exec(url) ?? [];
  return id === undefined ? defaultUrlTransform(url) : `/api/v1/images/${id}/content?size=view`;
}

export default function MarkdownBody({ source }: { source: string }) {
  return (
    <div className={classes.markdown} dir="auto">
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={components} urlTransform={addressOf}>
        {source}
      </ReactMarkdown>
    </div>
  );
}
