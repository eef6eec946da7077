/** Parts of a workbench that are one thing to whoever works there. */
export const SHOWN_WITH: Readonly<Record<string, string>> = {
  findings: "text",
  changes: "text",
  aloud: "text",
  references: "text",
  pages: "page",
  "review-list": "review",
  "sample-list": "samples",
};
