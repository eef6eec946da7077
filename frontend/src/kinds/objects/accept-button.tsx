import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { ObjectAnswer } from "@/api/types";
import { KeyLabel } from "@/canvas/key-label";
import { Tip } from "@/lib/tip";

interface AcceptButtonProps {
  item: ObjectAnswer;
  onAccept: () => void;
}

/** Says that an object is right as it stands, and leads on to the next that nobody has looked at. */
export function AcceptButton({ item, onAccept }: AcceptButtonProps) {
  const { t } = useTranslation("workbench");
  // Who holds the key down has looked at nothing.
  const refuseRepeats = (event: KeyboardEvent) => {
    if (event.repeat && event.key === "Enter") event.preventDefault();
  };
  return (
    <Tip label={<KeyLabel label={t("keys.looks_right")} command="looks_right" />}>
      <Button
        size="compact-sm"
        variant="light"
        fw={550}
        leftSection={<IconCheck size={15} aria-hidden />}
        data-accept=""
        // Who goes from one to the next by ear hears what is said of it, without opening a field.
        aria-description={[item.label, item.description].filter(Boolean).join(": ")}
        onKeyDown={refuseRepeats}
        onClick={onAccept}
      >
        {t("objects.looks_right")}
      </Button>
    </Tip>
  );
}
