import { Badge, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { GuidelineVersion } from "@/api/types";
import { formatDate } from "@/lib/format";
import { personName } from "@/lib/people";
import classes from "./version-list.module.css";

interface VersionListProps {
  versions: GuidelineVersion[];
  current: number;
  shown: number;
  onShow: (version: number) => void;
}

export function VersionList({ versions, current, shown, onShow }: VersionListProps) {
  const { t } = useTranslation("guidelines");
  const newestFirst = [...versions].sort((a, b) => b.version - a.version);
  return (
    <Stack gap={2} component="ul" className={classes.list}>
      {newestFirst.map(({ version, created_at, author }) => (
        <li key={version}>
          <UnstyledButton className={classes.item} aria-pressed={version === shown} onClick={() => onShow(version)}>
            <Group gap={6}>
              <Text size="sm" fw={550}>
                {t("version_short", { version })}
              </Text>
              {version === current && <Badge size="xs">{t("current")}</Badge>}
            </Group>
            <Text size="xs" c="dimmed">
              {author ? t("by", { date: formatDate(created_at), name: personName(author) }) : formatDate(created_at)}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </Stack>
  );
}
