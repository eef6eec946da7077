import { List, Paper, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { HarmPairing } from "@/api/harms";
import { messageOf, type Notice } from "@/lib/server-messages";

/** What can be read from two stages held against each other, and what cannot. */
export function Pairing({ pairing }: { pairing: HarmPairing | undefined }) {
  const { t } = useTranslation("harms");
  return (
    <Paper withBorder p="md" role="status" aria-label={t("pairing.label")}>
      {pairing ? (
        <Stack gap="xs">
          <Points title={t("pairing.shows")} points={pairing.shows} />
          <Points title={t("pairing.cannot")} points={pairing.cannot} />
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          {t("pairing.choose")}
        </Text>
      )}
    </Paper>
  );
}

function Points({ title, points }: { title: string; points: Notice[] }) {
  if (points.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm" mt={4} spacing={4} withPadding={false}>
        {points.map((point) => (
          <List.Item key={messageOf(point)}>{messageOf(point)}</List.Item>
        ))}
      </List>
    </div>
  );
}
