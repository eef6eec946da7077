/** Hands a text made in the browser to the person as a file. */
export function download(name: string, type: string, content: string): void {
  const link = document.createElement("a");
  link.href = `data:${type};charset=utf-8,${encodeURIComponent(content)}`;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

/** A title as the name of a file: "Tokens by round (all)" -> "tokens-by-round-all". */
export function fileNameOf(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replaceAll(/^-|-$/g, "") || "chart"
  );
}
