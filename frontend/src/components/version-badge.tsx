import { Badge, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { VersionBrief, VersionState } from "@/api/models";

const colors: Record<VersionState, string> = { trained: "gray", candidate: "blue", serving: "accent", retired: "gray" };

/** How far a version has come, in words; the colour only repeats it. */
export function VersionStateBadge({ state }: { state: VersionState }) {
  const { t } = useTranslation("models");
  return (
    <Badge color={colors[state]} miw="max-content">
      {t(`version_state.${state}`)}
    </Badge>
  );
}

interface VersionBadgeProps {
  version: VersionBrief;
  /** With the name of its connection, where it is not clear whose version it is. */
  named?: boolean;
  /** With its state as a second badge. */
  withState?: boolean;
}

/** A version as it is called everywhere: "M2", or "local-vlm M2". */
export function VersionBadge({ version, named = false, withState = false }: VersionBadgeProps) {
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex">
      <Badge
        variant="outline"
        color="gray"
        c="inherit"
        bd="1px solid var(--mantine-color-default-border)"
        miw="max-content"
      >
        {named ? `${version.connection.name} ${version.label}` : version.label}
      </Badge>
      {withState && <VersionStateBadge state={version.state} />}
    </Group>
  );
}
