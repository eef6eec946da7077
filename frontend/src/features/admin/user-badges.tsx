import { Badge, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ListedUser } from "@/api/types";

type Rights = Pick<ListedUser, "is_admin" | "may_create_projects">;

export function RightsBadges({ user }: { user: Rights }) {
  const { t } = useTranslation("admin");
  return (
    <Group gap={6}>
      {user.is_admin && <Badge>{t("admin")}</Badge>}
      {user.may_create_projects && !user.is_admin && <Badge color="gray">{t("lead")}</Badge>}
    </Group>
  );
}

/** Whether one can sign in, and whether work is given out. */
export function StateOfUser({ user }: { user: Pick<ListedUser, "is_active" | "is_blocked"> }) {
  const { t } = useTranslation("admin");
  if (!user.is_active) return <Badge color="red">{t("inactive")}</Badge>;
  if (user.is_blocked) return <Badge color="yellow">{t("states.blocked")}</Badge>;
  return <Badge color="accent">{t("active")}</Badge>;
}

/** The address that mail goes to, and one that waits to be confirmed. */
export function AddressOfUser({ user }: { user: Pick<ListedUser, "email" | "unconfirmed_email"> }) {
  const { t } = useTranslation("admin");
  if (!user.unconfirmed_email) return user.email;
  return (
    <>
      {user.email}
      <Text size="xs" c="dimmed">
        {t("factor.waits", { address: user.unconfirmed_email })}
      </Text>
    </>
  );
}

export function FactorOfUser({ user }: { user: Pick<ListedUser, "has_second_factor"> }) {
  const { t } = useTranslation("admin");
  return t(user.has_second_factor ? "factor.has" : "factor.none");
}

export { personName as nameOf } from "@/lib/people";
