import { Code, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { ErrorNotice } from "@/components/error-notice";
import type { KindDefinition } from "./kind";

/** The one way in which a kind that this page does not know fails: in sight. */
export function UnknownKind({ name }: { name: string }) {
  const { t } = useTranslation("answers");
  const error = new ApiError(0, {
    code: "unknown_kind",
    message: t("unknown_kind", { kind: name }),
    remedy: t("unknown_kind_remedy"),
  });
  return <ErrorNotice error={error} />;
}

export function unknownKind(name: string): KindDefinition {
  return {
    View: ({ answer }) => (
      <Stack gap="xs">
        <UnknownKind name={name} />
        <Code block>{JSON.stringify(answer, null, 2)}</Code>
      </Stack>
    ),
    excerpt: () => name,
  };
}
