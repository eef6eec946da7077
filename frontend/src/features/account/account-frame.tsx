import { Box, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { OwnInvitations } from "@/components/own-invitations";
import bar from "@/components/places/page-bar.module.css";
import { usePageTitle } from "@/lib/page-title";
import { accountPages } from "@/lib/places";

interface AccountFrameProps {
  page: (typeof accountPages)[number]["key"];
  children: ReactNode;
}

/** One page of somebody's account, below the bar of them all. */
export function AccountFrame({ page, children }: AccountFrameProps) {
  const { t } = useTranslation("account");
  usePageTitle(t(`page.${page}`), t("title"));
  return (
    <Box maw={860}>
      <Title order={1} mb="xs">
        {t("title")}
      </Title>
      <nav aria-label={t("title")} className={`${bar.bar ?? ""} ${bar.pages ?? ""}`}>
        {accountPages.map(({ key, to }) => (
          <Link key={key} to={to} className={bar.link ?? ""} activeOptions={{ exact: true, includeSearch: false }}>
            {t(`page.${key}`)}
          </Link>
        ))}
      </nav>
      <OwnInvitations />
      {children}
    </Box>
  );
}
