import { PasswordInput as MantinePasswordInput, type PasswordInputProps } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** A password field whose eye has a name in our language and can be reached by keyboard. */
export function PasswordInput(props: PasswordInputProps) {
  const { t } = useTranslation("common");
  return (
    <MantinePasswordInput visibilityToggleButtonProps={{ "aria-label": t("show_typed"), tabIndex: 0 }} {...props} />
  );
}
