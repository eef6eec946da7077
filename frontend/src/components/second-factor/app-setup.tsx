import { Box, Button, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Enrolled, NewTotp } from "@/api/types";
import { CopyButton } from "@/components/copy-field";
import { confirmApp } from "@/lib/queries/second-factors";
import { FactorError } from "./factor-error";

/** Shows the secret of an app as picture and text, and asks for the first code that it shows. */
export function AppSetup({ app, onReady }: { app: NewTotp; onReady: (enrolled: Enrolled) => void }) {
  const { t } = useTranslation("auth");
  const form = useForm({ initialValues: { code: "" } });
  const confirm = useMutation({
    mutationFn: ({ code }: { code: string }) => confirmApp(code),
    onSuccess: onReady,
    onError: () => form.reset(),
  });
  return (
    <form onSubmit={form.onSubmit((values) => confirm.mutate(values))}>
      <Stack>
        <Text size="sm">{t("factor.app_scan")}</Text>
        {/* On white in both schemes: cameras read dark on light. */}
        <Box bg="white" p={8} style={{ alignSelf: "center", borderRadius: "var(--mantine-radius-md)" }}>
          <img
            src={`data:image/svg+xml;utf8,${encodeURIComponent(app.picture)}`}
            alt={t("factor.app_picture")}
            width={184}
            height={184}
            style={{ display: "block" }}
          />
        </Box>
        <Secret secret={app.secret} />
        <FactorError error={confirm.error} />
        <TextInput
          label={t("factor.app_code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
          withAsterisk={false}
          {...form.getInputProps("code")}
        />
        <Button type="submit" loading={confirm.isPending} fullWidth>
          {t("factor.app_confirm")}
        </Button>
      </Stack>
    </form>
  );
}

/** In groups of four, as one types it; it may take two lines, and none of it is cut. */
function Secret({ secret }: { secret: string }) {
  const { t } = useTranslation("auth");
  const label = useId();
  return (
    <div role="group" aria-labelledby={label}>
      <Text id={label} size="sm" fw={600} mb={4}>
        {t("factor.app_secret")}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code flex={1} fz="md" px="sm" py={6}>
          {secret.match(/.{1,4}/g)?.join(" ") ?? ""}
        </Code>
        <CopyButton value={secret} />
      </Group>
    </div>
  );
}
