import { Box, Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Enrolled, NewTotp } from "@/api/types";
import { CopyField } from "@/components/copy-field";
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
        <CopyField
          label={t("factor.app_secret")}
          description={app.secret.match(/.{1,4}/g)?.join(" ") ?? ""}
          value={app.secret}
        />
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
