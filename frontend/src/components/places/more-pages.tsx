import { Popover, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { ProjectPage } from "@/lib/places";
import classes from "./page-bar.module.css";

interface MorePagesProps {
  projectId: string;
  /** What the list is of, for those who do not see where it hangs. */
  label: string;
  pages: readonly ProjectPage[];
}

/** The pages that a project does not use yet, each with a sentence on what it is for. */
export function MorePages({ projectId, label, pages }: MorePagesProps) {
  const { t } = useTranslation("places");
  const [isOpen, { toggle, close }] = useDisclosure(false);
  if (pages.length === 0) return null;
  return (
    <Popover opened={isOpen} onDismiss={close} position="bottom-start" width={340} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes.link} aria-label={label} onClick={toggle}>
          {t("more")}
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={label}>
        <Text size="xs" c="dimmed" px={10} pb={6}>
          {t("more_hint")}
        </Text>
        <ul className={classes.more}>
          {pages.map((page) => (
            <li key={page.key}>
              <Link to={page.to} params={{ projectId }} className={classes.wanted} onClick={close}>
                {t(`page.${page.key}`)}
                <span>{t(`about.${page.key}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
