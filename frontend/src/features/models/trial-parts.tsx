import { Box, Group, List, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { TrialResult } from "@/api/models";

export const prose = { overflowWrap: "anywhere", whiteSpace: "pre-wrap" } as const;

/** Texts about parts stand with their objects where both name the same ones in the same order. */
export function textOf({ crops, detections }: TrialResult, index: number): string | null {
  const crop = crops[index];
  return crop && crop.label === detections[index]?.label ? crop.text : null;
}

export interface PartProps {
  result: TrialResult;
  onActive: (id: string | null) => void;
}

export function OtherCrops({ result }: { result: TrialResult }) {
  const { t } = useTranslation("models");
  const others = result.crops.filter((_, index) => textOf(result, index) === null);
  if (others.length === 0) return null;
  return (
    <Box>
      <Title order={4}>{t("try.crops")}</Title>
      <List size="sm" mt={4} spacing={6}>
        {others.map(({ label, text }, index) => (
          <List.Item key={`${label}-${String(index)}`}>
            <Text component="span" size="sm" fw={600}>
              {label}
            </Text>{" "}
            <Text component="span" size="sm" style={prose}>
              {text}
            </Text>
          </List.Item>
        ))}
      </List>
    </Box>
  );
}

export function Words({ result, onActive }: PartProps) {
  const { t } = useTranslation("models");
  if (result.words.length === 0) return null;
  const first = result.detections.length;
  return (
    <Box>
      <Title order={4}>{t("try.words", { count: result.words.length })}</Title>
      <Group component="ol" gap={6} p={0} m={0} mt={4} style={{ listStyle: "none" }}>
        {result.words.map(({ text }, index) => (
          <Text
            key={`${text}-${String(index)}`}
            component="li"
            size="sm"
            onPointerEnter={() => onActive(`word-${String(index)}`)}
            onPointerLeave={() => onActive(null)}
          >
            <Text component="span" size="xs" c="dimmed">
              {first + index + 1}
            </Text>{" "}
            {text}
          </Text>
        ))}
      </Group>
    </Box>
  );
}

export function DroppedPart({ result }: { result: TrialResult }) {
  const { t } = useTranslation("models");
  if (result.dropped.length === 0) return null;
  return (
    <details>
      <Text component="summary" size="sm">
        {t("try.dropped", { count: result.dropped.length })}
      </Text>
      <List size="sm" mt="xs">
        {result.dropped.map(({ label, reason }, index) => (
          <List.Item key={`${label}-${String(index)}`}>
            {t("try.dropped_item", { label: label || t("try.unnamed"), reason })}
          </List.Item>
        ))}
      </List>
    </details>
  );
}
