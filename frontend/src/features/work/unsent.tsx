import { Box, Card, Group, Stack, Text, Title } from "@mantine/core";
import { IconAlertCircle, IconCloudUp, IconDeviceFloppy } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "@/components/link-button";
import { formatRelative } from "@/lib/format";
import { useUser } from "@/lib/queries/session";
import { copiesOf, deliver, isHit, pendingOf, tasksOf } from "@/lib/safe-work";

interface Item {
  id: string;
  title: string;
  at: string;
  isSubmitted: boolean;
}

/**
 * What one typed on this device and the server has not got: after a crash, a day without a network,
 * or somebody else's visit. What was submitted is sent from here, without opening it again.
 */
export function Unsent() {
  const { t } = useTranslation("work");
  const user = useUser();
  const client = useQueryClient();
  const [items, setItems] = useState(() => unsentOf(user.id));
  const [refused, setRefused] = useState<readonly string[]>([]);
  useEffect(() => {
    let isGone = false;
    const send = async () => {
      const { delivered, refused: objected } = await deliver(pendingOf(user.id));
      if (isGone) return;
      setRefused(objected);
      setItems(unsentOf(user.id));
      if (delivered > 0) void client.invalidateQueries({ queryKey: ["work"] });
    };
    void send();
    const again = () => void send();
    window.addEventListener("online", again);
    return () => {
      isGone = true;
      window.removeEventListener("online", again);
    };
  }, [client, user.id]);
  if (items.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="unsent-title" mb="xl">
      <Title order={2} id="unsent-title" mb={4}>
        {t("unsent.title")}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t("unsent.text")}
      </Text>
      <Stack gap="xs">
        {items.map((item) => (
          <Card key={item.id} withBorder padding="sm">
            <Group justify="space-between" wrap="nowrap">
              <Group gap="sm" wrap="nowrap" miw={0}>
                <ItemIcon state={stateOf(item, refused)} />
                <Box miw={0}>
                  <Text fw={600} size="sm" truncate>
                    {item.title}
                  </Text>
                  <Text size="xs" c={refused.includes(item.id) ? "var(--mantine-color-error)" : "dimmed"}>
                    {t(`unsent.${stateOf(item, refused)}`, { when: formatRelative(item.at) })}
                  </Text>
                </Box>
              </Group>
              <LinkButton
                style={{ flex: "none" }}
                {...addressOf(item.id)}
                aria-label={t("unsent.open_name", { title: item.title })}
              >
                {t("unsent.open")}
              </LinkButton>
            </Group>
          </Card>
        ))}
      </Stack>
    </Box>
  );
}

function unsentOf(user: number): readonly Item[] {
  const pending = pendingOf(user);
  const posted = pending.map(({ id, at, about }) => ({
    id,
    at,
    title: `${about.stage} · ${about.project}`,
    isSubmitted: true,
  }));
  const known = new Set(pending.flatMap(tasksOf));
  const typed = copiesOf(user)
    .filter(({ id }) => !known.has(id))
    .map(({ id, copy }) => ({
      id,
      at: copy.changedAt,
      title: `${copy.about?.stage ?? ""} · ${copy.about?.project ?? ""}`,
      isSubmitted: false,
    }));
  return [...posted, ...typed];
}

type ItemState = "refused" | "submitted" | "typed";

function ItemIcon({ state }: { state: ItemState }) {
  const Icon = { refused: IconAlertCircle, submitted: IconCloudUp, typed: IconDeviceFloppy }[state];
  return <Icon size={20} style={{ flex: "none" }} aria-hidden />;
}

function stateOf({ id, isSubmitted }: Item, refused: readonly string[]): ItemState {
  if (refused.includes(id)) return "refused";
  return isSubmitted ? "submitted" : "typed";
}

function addressOf(id: string) {
  return isHit(id)
    ? ({ to: "/hits/$hitId", params: { hitId: id.slice("hit:".length) } } as const)
    : ({ to: "/work/$assignmentId", params: { assignmentId: id } } as const);
}
