import { Box, Button, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { MyQualification } from "@/api/hits";
import { ErrorNotice } from "@/components/error-notice";
import { formatDateTime, formatPercent } from "@/lib/format";
import { startRound } from "@/lib/queries/qualification";
import { Step } from "./step";

interface PracticeStepProps {
  projectId: number;
  practice: NonNullable<MyQualification["practice"]>;
  isNext: boolean;
}

export function PracticeStep({ projectId, practice, isNext }: PracticeStepProps) {
  const { t } = useTranslation("qualify");
  const state = practice.done ? "done" : isNext ? "next" : "later";
  return (
    <Step title={t("practice.title")} state={state}>
      <Stack gap="sm">
        <Text size="sm">{practice.done ? t("practice.done") : t("practice.text", { count: practice.size })}</Text>
        {state !== "later" && (
          <StartButton
            projectId={projectId}
            round="practice"
            label={practice.done ? t("practice.again") : t("practice.start")}
            isMain={isNext}
          />
        )}
      </Stack>
    </Step>
  );
}

interface TestStepProps {
  projectId: number;
  test: NonNullable<MyQualification["test"]>;
  isNext: boolean;
  isStopped: boolean;
  why: string | null;
}

export function TestStep({ projectId, test, isNext, isStopped, why }: TestStepProps) {
  const { t } = useTranslation("qualify");
  const state = test.passed ? "done" : isStopped ? "stopped" : isNext ? "next" : "later";
  return (
    <Step title={t("test.title")} state={state}>
      <Stack gap="sm">
        {test.passed ? <Passed test={test} /> : <Ahead test={test} why={why} />}
        {isNext && <StartButton projectId={projectId} round="test" label={t("test.start")} isMain />}
      </Stack>
    </Step>
  );
}

function Passed({ test }: Pick<TestStepProps, "test">) {
  const { t } = useTranslation("qualify");
  return (
    <Text size="sm">
      {test.score === null ? t("test.passed_plain") : t("test.passed", { score: formatPercent(test.score) })}{" "}
      {test.expires_at && t("test.expires", { time: formatDateTime(test.expires_at) })}
    </Text>
  );
}

function Ahead({ test, why }: Pick<TestStepProps, "test" | "why">) {
  const { t } = useTranslation("qualify");
  const { attempts_left: left, retry_at: retry, score } = test;
  return (
    <>
      <Text size="sm">{t("test.text", { count: test.size, mark: formatPercent(test.pass_mark) })}</Text>
      {why && <Text size="sm">{why}</Text>}
      {score !== null && <Text size="sm">{t("test.failed", { score: formatPercent(score) })}</Text>}
      {left !== null && (
        <Text size="sm">{left > 0 ? t("test.attempts", { count: left }) : t("test.attempts_none")}</Text>
      )}
      {retry && <Text size="sm">{t("test.retry", { time: formatDateTime(retry) })}</Text>}
    </>
  );
}

interface StartButtonProps {
  projectId: number;
  round: "practice" | "test";
  label: string;
  isMain: boolean;
}

function StartButton({ projectId, round, label, isMain }: StartButtonProps) {
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: () => startRound(projectId, round),
    onSuccess: (hit) => navigate({ to: "/hits/$hitId", params: { hitId: String(hit.id) } }),
  });
  return (
    <Stack gap="xs">
      <Box>
        <Button variant={isMain ? "filled" : "default"} loading={start.isPending} onClick={() => start.mutate()}>
          {label}
        </Button>
      </Box>
      {start.error && <ErrorNotice error={start.error} />}
    </Stack>
  );
}
