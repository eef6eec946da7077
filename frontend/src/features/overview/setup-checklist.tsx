import { Text } from "@mantine/core";
import { IconCircle, IconCircleCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "@/components/link-button";
import { Section } from "@/components/section";
import type { ProjectAddress } from "@/lib/places";
import classes from "./setup-checklist.module.css";
import type { SetupStep } from "./setup-steps";

const PLACES = {
  images: "/projects/$projectId/import",
  seeds: "/projects/$projectId/seeding",
  people: "/projects/$projectId/people",
} as const satisfies Partial<Record<SetupStep["key"], ProjectAddress>>;

/** What is left to do before people can work, in order; the first of it has the one filled button. */
export function SetupChecklist({ projectId, steps }: { projectId: number; steps: readonly SetupStep[] }) {
  const { t } = useTranslation("overview");
  const next = steps.find(({ isDone }) => !isDone);
  if (!next) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section title={t("setup.title")} description={t("setup.text", { done, count: steps.length })}>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <Step key={step.key} projectId={projectId} step={step} isNext={step === next} />
        ))}
      </ol>
    </Section>
  );
}

interface StepProps {
  projectId: number;
  step: SetupStep;
  isNext: boolean;
}

function Step({ projectId, step: { key, isDone, values }, isNext }: StepProps) {
  const { t } = useTranslation("overview");
  const Sign = isDone ? IconCircleCheck : IconCircle;
  return (
    <li className={classes.step} aria-current={isNext ? "step" : undefined}>
      <Sign size={20} aria-hidden className={isDone ? classes.done : classes.open} />
      <div className={classes.words}>
        <Text fw={600} size="sm">
          {t(`setup.${key}.title`)}
          {isDone && <Text span inherit fw={400} c="dimmed">{` · ${t("setup.done")}`}</Text>}
        </Text>
        {!isDone && (
          <Text size="sm" c="dimmed" maw="64ch">
            {t(`setup.${key}.text`, values)}
          </Text>
        )}
      </div>
      {!isDone && <StepButton projectId={projectId} step={key} variant={isNext ? "filled" : "default"} />}
    </li>
  );
}

interface StepButtonProps {
  projectId: number;
  step: SetupStep["key"];
  variant: "filled" | "default";
}

function StepButton({ projectId, step, variant }: StepButtonProps) {
  const { t } = useTranslation("overview");
  const look = { size: "xs", variant, children: t(`setup.${step}.act`) } as const;
  if (step === "answers") return <LinkButton to="/work" {...look} />;
  return <LinkButton to={PLACES[step]} params={{ projectId: String(projectId) }} {...look} />;
}
