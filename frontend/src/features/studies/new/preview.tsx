import { Alert, List, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { AvailableSource, StudyPreview } from "@/api/studies";
import { ErrorNotice } from "@/components/error-notice";
import { LoadingText } from "@/components/loading";
import { Section } from "@/components/section";
import { designNamed } from "@/kinds/studies";
import { formatNumber } from "@/lib/format";
import { personName } from "@/lib/people";
import { previewQuery } from "../api/studies";
import { chosenSources, isComplete, keyOf, type Draft } from "./draft";

interface PreviewProps {
  projectId: number;
  draft: Draft;
  available: AvailableSource[];
  /** Of a section of its own; without it stands where it is. */
  title?: string;
}

/** What a study of these texts would come to, before it is made. */
export function Preview({ projectId, draft, available, title }: PreviewProps) {
  const selected = chosenSources(draft, available);
  const chosen: readonly AvailableSource[] = isComplete(selected) ? selected : [];
  const ready = chosen.length > 0 && new Set(draft.sources.map(({ key }) => key)).size === chosen.length;
  const sources = chosen.map(({ source }) => source);
  const query = useQuery({
    ...previewQuery(projectId, {
      design: draft.design,
      sources,
      ...draft.only?.samples,
      sample_size: draft.sampleSize,
      chunks: draft.chunks,
      raters: draft.raters,
      raters_per_item: draft.ratersPerItem,
      barring: draft.barring,
    }),
    enabled: ready,
    placeholderData: keepPreviousData,
  });
  if (!ready) return null;
  const shown = query.isError ? (
    <ErrorNotice error={query.error} />
  ) : query.data ? (
    <PreviewSummary draft={draft} preview={query.data} chosen={chosen} />
  ) : (
    <LoadingText lines={2} />
  );
  return title ? <Section title={title}>{shown}</Section> : shown;
}

/** That items will not be finished, as too few remain: all of them, or those that most of these people wrote. */
function tooFew(t: TFunction<"studies">, draft: Draft, remaining: number, short: number): string {
  const raters = formatNumber(draft.ratersPerItem);
  if (draft.barring === "item" && remaining >= draft.ratersPerItem) {
    return t("preview.items_short", { count: short, number: formatNumber(short), raters });
  }
  return t("preview.too_few", { count: remaining, number: formatNumber(remaining), raters });
}

function PreviewSummary({
  draft,
  preview,
  chosen,
}: {
  draft: Draft;
  preview: StudyPreview;
  chosen: readonly AvailableSource[];
}) {
  const { t } = useTranslation("studies");
  const { items, missing, authors, barred, same, remaining, items_short: short } = preview;
  const names = barred.map(personName).join(", ");
  const warnings = [...preview.warnings, ...(short === 0 ? [] : [tooFew(t, draft, remaining, short)])];
  const titleOf = (key: string) => {
    const at = chosen.findIndex(({ source }) => keyOf(source) === key);
    return draft.sources[at]?.title || chosen[at]?.title || "";
  };
  const notes = [
    ...missing
      .filter(({ without_text: count }) => count > 0)
      .map(({ source, without_text: count }) =>
        t("preview.missing", { count, number: formatNumber(count), title: titleOf(keyOf(source)) }),
      ),
    ...(same > 0 ? [t("preview.same", { count: same, number: formatNumber(same) })] : []),
    ...(authors > 0 ? [t("preview.authors", { count: authors, number: formatNumber(authors) })] : []),
    ...(names ? [t(draft.barring === "item" ? "preview.barred_items" : "preview.barred", { names })] : []),
  ];
  return (
    <div role="status">
      <Text fw={600} size="sm">
        {t(`preview.items_${designNamed(draft.design).words}`, { count: items, number: formatNumber(items) })}
      </Text>
      <Text size="sm" c="dimmed">
        {t("preview.judgements", {
          count: items * draft.ratersPerItem,
          number: formatNumber(items * draft.ratersPerItem),
          raters: formatNumber(draft.ratersPerItem),
        })}
      </Text>
      {notes.length > 0 && (
        <List size="sm" mt={6} spacing={2}>
          {notes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      )}
      {warnings.length > 0 && (
        <Alert color="yellow" mt="sm" icon={<IconAlertTriangle size={18} aria-hidden />} title={t("preview.warnings")}>
          <List size="sm">
            {warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  );
}
