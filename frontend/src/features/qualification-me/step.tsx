import { Badge } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Section } from "@/components/section";

export type StepState = "done" | "next" | "later" | "stopped";

const COLOURS: Record<StepState, string> = { done: "accent", next: "blue", later: "gray", stopped: "red" };

interface StepProps {
  title: string;
  state: StepState;
  children: ReactNode;
}

export function Step({ title, state, children }: StepProps) {
  const { t } = useTranslation("qualify");
  return (
    <Section title={title} actions={<Badge color={COLOURS[state]}>{t(`state.${state}`)}</Badge>}>
      {children}
    </Section>
  );
}
