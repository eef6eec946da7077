import { Badge, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { SeedRole } from "@/api/models";

export function RoleBadges({ roles }: { roles: readonly SeedRole[] }) {
  const { t } = useTranslation("models");
  return (
    <Group gap={6}>
      {roles.map((role) => (
        <Badge key={role} color="gray">
          {t(`role.${role}`)}
        </Badge>
      ))}
    </Group>
  );
}

/** What it is used for, which may be less than it can. */
export function AssignedRoleBadges({ roles }: { roles: readonly SeedRole[] }) {
  const { t } = useTranslation("models");
  if (roles.length === 0) {
    return (
      <Text size="sm" c="dimmed" component="span">
        {t("list.not_assigned")}
      </Text>
    );
  }
  return (
    <Group gap={6}>
      {roles.map((role) => (
        <Badge key={role}>{t(`role.${role}`)}</Badge>
      ))}
    </Group>
  );
}
