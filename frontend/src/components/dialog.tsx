import { Modal, Text, type ModalProps } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** A dialog whose title stands out and whose closing cross has a name. */
export function Dialog({ title, ...props }: ModalProps) {
  const { t } = useTranslation("common");
  return (
    <Modal title={<Text fw={600}>{title}</Text>} closeButtonProps={{ "aria-label": t("action.close") }} {...props} />
  );
}
