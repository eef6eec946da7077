import { Alert, Text } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { SignInProblem as Problem } from "@/lib/queries/sign-in";

/** Why somebody who came back from a provider is not signed in, or not linked, and what to do. */
export function SignInProblem({ problem, title }: { problem: Problem; title?: string }) {
  const { t } = useTranslation("auth");
  return (
    <Alert
      role="alert"
      color="red"
      icon={<IconAlertCircle size={18} aria-hidden />}
      title={title ?? t("problem.title")}
    >
      <Text size="sm">{t(`problem.${problem}`)}</Text>
    </Alert>
  );
}
