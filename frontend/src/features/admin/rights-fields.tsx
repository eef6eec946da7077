import { Button, Checkbox, Group } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";

interface Rights {
  is_admin: boolean;
  may_create_projects: boolean;
}

/** What somebody may do beyond the projects they are members of. */
export function RightsFields<T extends Rights>({ form }: { form: UseFormReturnType<T> }) {
  const { t } = useTranslation("admin");
  return (
    <>
      <Checkbox
        label={t("new.may_create_projects")}
        description={t("new.may_create_projects_hint")}
        {...form.getInputProps("may_create_projects", { type: "checkbox" })}
      />
      <Checkbox
        label={t("new.is_admin")}
        description={t("new.is_admin_hint")}
        {...form.getInputProps("is_admin", { type: "checkbox" })}
      />
    </>
  );
}

interface FormButtonsProps {
  submit: string;
  isBusy: boolean;
  onCancel: () => void;
}

export function FormButtons({ submit, isBusy, onCancel }: FormButtonsProps) {
  const { t } = useTranslation("common");
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        {t("action.cancel")}
      </Button>
      <Button type="submit" loading={isBusy}>
        {submit}
      </Button>
    </Group>
  );
}
