import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { HarmIdentity } from "@/api/harms";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { formatNumber, formatPercent } from "@/lib/format";
import { Differences } from "./differences";
import { dismissedOf, inArm } from "./names";
import { Part, type PartProps } from "./part";
import { Range, Share } from "./shown";

/** How often texts say who people are, on what ground, and whether those who write agree on it. */
export function IdentityPart({ projectId, run, figures, left }: PartProps) {
  const { t } = useTranslation("harms");
  const hasDismissed = dismissedOf(run) > 0;
  const said = figures.identity.filter(({ named }) => named.count > 0);
  const others = figures.identity.filter(({ named }) => named.count === 0);
  const columns: Column<HarmIdentity>[] = [
    { key: "axis", header: t("identity.axis"), label: "", render: ({ axis }) => <b>{t(`aspect.${axis}`)}</b> },
    { key: "named", header: t("identity.named"), end: true, render: ({ named }) => <Share of={named} /> },
    {
      key: "on_nothing",
      header: t("identity.on_nothing"),
      end: true,
      render: ({ on_nothing }) => <Share of={on_nothing} />,
    },
  ];
  if (hasDismissed) {
    columns.push({
      key: "without",
      header: t("figure.without"),
      end: true,
      render: ({ axis }) => <Share of={left?.identity.find((other) => other.axis === axis)?.on_nothing} />,
    });
  }
  if (said.some(({ named_alike }) => named_alike !== null)) {
    columns.push(
      {
        key: "alike",
        header: t("identity.named_alike"),
        end: true,
        render: ({ named_alike }) => <Agreement of={named_alike} write={(value) => formatNumber(value, 2)} />,
      },
      {
        key: "same",
        header: t("identity.same_values"),
        end: true,
        render: ({ same_values }) => <Agreement of={same_values} write={(value) => formatPercent(value, 1)} />,
      },
    );
  }
  columns.push({
    key: "cases",
    header: t("list.cases"),
    end: true,
    render: ({ axis, on_nothing: { count } }) =>
      count > 0 && (
        <TextLink
          to="/projects/$projectId/studies/harms/$runId/cases"
          params={{ projectId: String(projectId), runId: String(run.id) }}
          search={inArm(figures, { measure: "identity", aspect: axis })}
          fz="sm"
          aria-label={t("figure.read_of", { label: t(`aspect.${axis}`), count, images: formatNumber(count) })}
        >
          {t("figure.read", { count, images: formatNumber(count) })}
        </TextLink>
      ),
  });
  return (
    <Part title={t("measure.identity")} text={t("identity.text")} run={run} figures={figures} name="identity">
      {said.length > 0 && (
        <DataTable
          name={t("measure.identity")}
          columns={columns}
          rows={said}
          rowKey={({ axis }) => axis}
          narrow="scroll"
        />
      )}
      {others.length > 0 && (
        <Text size="sm" c="dimmed">
          {t("identity.not_said", { axes: others.map(({ axis }) => t(`aspect.${axis}`)).join(", ") })}
        </Text>
      )}
      {said.map(({ axis, differences }) =>
        differences ? (
          <Differences key={axis} all={differences} without={undefined} hasDismissed={false} of={t(`aspect.${axis}`)} />
        ) : null,
      )}
    </Part>
  );
}

function Agreement({ of, write }: { of: HarmIdentity["named_alike"]; write: (value: number) => string }) {
  const { t } = useTranslation("harms");
  const { t: tc } = useTranslation("common");
  if (of?.value == null) return tc("none");
  return (
    <>
      {write(of.value)}
      <Range ends={of} write={write} />
      <Text component="span" display="block" size="xs" c="dimmed">
        {t("identity.of_images", { count: of.n, images: formatNumber(of.n) })}
      </Text>
    </>
  );
}
