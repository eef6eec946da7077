import { Button, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";

interface PasskeySetupProps {
  isBusy: boolean;
  onAdd: (name: string) => void;
}

/** Asks for a name, and has the browser make a passkey. */
export function PasskeySetup({ isBusy, onAdd }: PasskeySetupProps) {
  const { t } = useTranslation("auth");
  const form = useForm({
    initialValues: { name: "" },
    validate: { name: (value) => (value.trim() ? null : t("factor.passkey_required")) },
  });
  return (
    <form onSubmit={form.onSubmit(({ name }) => onAdd(name))} noValidate>
      <Group align="flex-start" gap="sm">
        <TextInput
          label={t("factor.passkey_name")}
          placeholder={t("factor.passkey_placeholder")}
          maxLength={100}
          flex="1 1 200px"
          maw={420}
          {...form.getInputProps("name")}
        />
        <Button type="submit" variant="default" mt={22} loading={isBusy}>
          {t("factor.passkey_add")}
        </Button>
      </Group>
    </form>
  );
}
