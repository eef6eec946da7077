import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ReasoningFigures } from "@/api/reasoning";
import { DataTable, type Column } from "@/components/data-table";
import { formatNumber } from "@/lib/format";
import { Share, useTitle, type PartProps } from "./figures";

type Shares = ReasoningFigures["kinds"];

interface KindRow {
  kind: string;
  n: number;
}

const MOST = 12;
/** What SVO-Probes calls the part of a sentence; all other sets say it in words of their own. */
const PARTS = ["subject", "verb", "object"] as const;

/** The kinds of questions there are, the most frequent first. */
function kindsOf(all: Shares[]): KindRow[] {
  const numbers = new Map<string, number>();
  for (const shares of all) {
    for (const [kind, { n }] of Object.entries(shares)) numbers.set(kind, Math.max(n, numbers.get(kind) ?? 0));
  }
  return [...numbers].map(([kind, n]) => ({ kind, n })).sort((one, other) => other.n - one.n);
}

/** Accuracy by what was changed in the wrong caption, side by side for all sources. */
export function Kinds({ set, results }: PartProps) {
  const { t } = useTranslation("reasoning");
  const { t: tc } = useTranslation("common");
  const titled = useTitle();
  const sources = results.sources.flatMap(({ title, sets }) => {
    const own = sets[set.set];
    return own ? [{ title: titled(title), kinds: own.kinds }] : [];
  });
  const rows = kindsOf(sources.map(({ kinds }) => kinds));
  if (rows.length < 2) return null;
  const nameOf = (kind: string) => {
    const part = PARTS.find((each) => each === kind);
    return part ? t(`kind.${part}`) : kind;
  };
  const columns: Column<KindRow>[] = [
    { key: "kind", header: t("kind.changed"), label: "", render: ({ kind }) => nameOf(kind) },
    { key: "n", header: t("figure.questions"), end: true, render: ({ n }) => formatNumber(n) },
    ...sources.map(({ title, kinds }) => ({
      key: title,
      header: title,
      end: true,
      render: ({ kind }: KindRow) => {
        const own = kinds[kind];
        return own ? <Share value={own.share} ends={own} /> : tc("none");
      },
    })),
  ];
  return (
    <div>
      <DataTable
        name={t("kind.table", { set: set.title })}
        columns={columns}
        rows={rows.slice(0, MOST)}
        rowKey={({ kind }) => kind}
        narrow="scroll"
      />
      {rows.length > MOST && (
        <Text size="sm" c="dimmed" mt="xs">
          {t("kind.most", { count: MOST })}
        </Text>
      )}
    </div>
  );
}
