import { Badge, Button, Group, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Scratch } from "../kind";
import { ScratchControls } from "../scratch-controls";

type ListHeadProps = {
  readonly count: number;
  readonly scratch: Scratch;
  readonly isReadOnly: boolean;
  readonly onAdd: () => void;
};

export function ListHead({ count, scratch, isReadOnly, onAdd }: ListHeadProps) {
  const { t } = useTranslation("workbench");
  return (
    <Group px="sm" py={6} mih={43} gap="xs" wrap="nowrap" style={{ borderBottom: "1px solid var(--mantine-color-default-border)" }}>
      <Title order={2} size="h4">
        {t("objects.title")}
      </Title>
      <Badge variant="default">{count}</Badge>
      <Group ml="auto" gap={4}>
        {!isReadOnly && (
          <>
            <Button size="compact-sm" variant="subtle" color="gray" fw={500} onClick={onAdd}>
              {t("objects.add")}
            </Button>
            <ScratchControls scratch={scratch} />
          </>
        )}
      </Group>
    </Group>
  );
}

