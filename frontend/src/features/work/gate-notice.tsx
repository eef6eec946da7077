import { Box, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Gate } from "@/api/hits";
import { LinkButton } from "@/components/link-button";
import { messageOf, remedyOf } from "@/lib/server-messages";

/** Only these can be opened by the person themselves. */
const STEPS = ["consent", "guidelines", "practice", "test", "test_failed"] as const;

/** What stands between a person and the work, in plain words, and the way on. */
export function GateNotice({ projectId, gate }: { projectId: number; gate: Gate }) {
  const { t } = useTranslation("work");
  const step = STEPS.find((known) => known === gate.reason);
  return (
    <Box bg="var(--app-sunken)" p="sm" style={{ borderRadius: "var(--mantine-radius-sm)" }}>
      <Text size="sm" fw={600}>
        {messageOf(gate)}
      </Text>
      {gate.remedy && (
        <Text size="sm" c="dimmed">
          {remedyOf(gate)}
        </Text>
      )}
      {step && (
        <LinkButton mt="sm" to="/qualify/$projectId" params={{ projectId: String(projectId) }}>
          {t(`gate.${step}`)}
        </LinkButton>
      )}
    </Box>
  );
}
