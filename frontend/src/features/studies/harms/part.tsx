import { List, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { HarmFigures, HarmRun } from "@/api/harms";
import { Section } from "@/components/section";
import { messageOf } from "@/lib/server-messages";

export interface PartProps {
  projectId: number;
  run: HarmRun;
  /** Of one arm: with all cases, and without those that readers dismissed. */
  figures: HarmFigures;
  left: HarmFigures | undefined;
}

interface PartFrameProps {
  title: string;
  text: string;
  run: HarmRun;
  figures: HarmFigures;
  /** The part of the figures it shows: reasons stand under its name. */
  name: "graphs" | "demeaning" | "inclusion" | "not_mentioned" | "context" | "identity" | "absent";
  children?: ReactNode;
}

/** A part of the figures, with what they assume and why some are missing. */
export function Part({ title, text, run, figures, name, children }: PartFrameProps) {
  return (
    <Section title={title} description={text}>
      <Stack gap="md">
        {children}
        <Reasons figures={figures} name={name} />
        <Assumptions run={run} />
      </Stack>
    </Section>
  );
}

function Reasons({ figures, name }: { figures: HarmFigures; name: string }) {
  const { t } = useTranslation("harms");
  const own = Object.entries(figures.undefined).filter(([key]) => key === name || key.startsWith(`${name}.`));
  const reasons = [...new Set(own.map(([, why]) => messageOf(why)))];
  if (reasons.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={550}>
        {t("figure.missing")}
      </Text>
      <List size="sm" aria-label={t("figure.missing")}>
        {reasons.map((why) => (
          <List.Item key={why}>{why}</List.Item>
        ))}
      </List>
    </div>
  );
}

function Assumptions({ run: { used } }: { run: HarmRun }) {
  const { t } = useTranslation("harms");
  if (!used || used.assumptions.length === 0) return null;
  return (
    <details>
      <Text component="summary" size="sm">
        {t("figure.assumptions", { count: used.assumptions.length })}
      </Text>
      <List size="sm" mt="xs" spacing={4} maw="80ch">
        {used.assumptions.map((each) => (
          <List.Item key={messageOf(each)}>{messageOf(each)}</List.Item>
        ))}
      </List>
    </details>
  );
}
