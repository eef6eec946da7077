import { Mark, Text } from "@mantine/core";
import type { SampleRow } from "@/api/types";
import { markedParts } from "@/lib/marked-parts";

interface Span {
  start: number;
  end: number;
}

/** A text with the words that were searched for marked in it. */
export function Marked({ text, spans }: { text: string; spans: readonly Span[] }) {
  const marks = spans.map(({ start, end }) => ({ span: [start, end] as const, tone: "note" as const }));
  return markedParts(text, marks).map((part, index) =>
    part.mark ? <Mark key={index}>{part.text}</Mark> : <span key={index}>{part.text}</span>,
  );
}

/** Where in texts and labels the words stand. */
export function FoundExcerpt({ row }: { row: SampleRow }) {
  const excerpt = row.found?.excerpt;
  if (!excerpt) return null;
  return (
    <Text size="xs" c="dimmed" lineClamp={2} dir="auto">
      <Marked text={excerpt.text} spans={excerpt.marks} />
    </Text>
  );
}
