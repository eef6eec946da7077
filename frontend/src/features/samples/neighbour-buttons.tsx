import { ActionIcon, Group } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { SampleDetail } from "@/api/types";
import { KeyLabel } from "@/canvas/key-label";
import { useShortcuts } from "@/canvas/shortcuts";
import { Tip } from "@/lib/tip";
import { neighboursQuery, sampleQuery } from "./api/samples";
import { useFrom } from "./from-list";

/** To the samples before and after this one in the list one came from, by button or by key. */
export function NeighbourButtons({ sample }: { sample: SampleDetail }) {
  const { t } = useTranslation("samples");
  const { from, search } = useFrom();
  const navigate = useNavigate();
  const { data } = useQuery({ ...neighboursQuery(sample.id, search), placeholderData: keepPreviousData });
  const isCurrent = data?.of === sample.id;
  const previous = isCurrent ? data.previous : null;
  const next = isCurrent ? data.next : null;
  usePrefetched(next?.id);
  const go = (to: { id: number } | null) => {
    if (!to) return;
    void navigate({ to: "/samples/$sampleId", params: { sampleId: String(to.id) }, search: from ? { from } : {} });
  };
  useShortcuts("samples", [
    {
      id: "next_sample",
      name: t("detail.next_sample"),
      keys: ["j"],
      scope: "page",
      isEnabled: () => next !== null,
      run: () => go(next),
    },
    // Before the contrast of the image, which has this key too.
    {
      id: "previous_sample",
      name: t("detail.previous_sample"),
      keys: ["k"],
      scope: "page",
      isFirst: true,
      run: () => go(previous),
    },
  ]);
  return (
    <Group gap={4} wrap="nowrap">
      <Step command="previous_sample" to={previous} onGo={go} />
      <Step command="next_sample" to={next} onGo={go} />
    </Group>
  );
}

interface StepProps {
  command: "previous_sample" | "next_sample";
  to: { id: number; name: string } | null;
  onGo: (to: { id: number } | null) => void;
}

function Step({ command, to, onGo }: StepProps) {
  const { t } = useTranslation("samples");
  const label = t(`detail.${command}`);
  const Icon = command === "next_sample" ? IconChevronDown : IconChevronUp;
  return (
    <Tip label={<KeyLabel label={to ? `${label}: ${to.name}` : label} command={command} />}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={label}
        aria-disabled={to === null || undefined}
        data-disabled={to === null || undefined}
        onClick={() => onGo(to)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tip>
  );
}

/** Going through a list, one should not wait for each sample. */
function usePrefetched(id: number | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (id !== undefined) void client.prefetchQuery(sampleQuery(id));
  }, [client, id]);
}
