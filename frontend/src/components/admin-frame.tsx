import { Box } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "@/lib/queries/session";
import { EmptyState } from "./empty-state";
import { PageHeader } from "./page-header";
import bar from "./places/page-bar.module.css";

const pages = [
  { key: "users", to: "/admin/users" },
  { key: "sign_in", to: "/admin/sign-in" },
  { key: "connections", to: "/admin/connections" },
  { key: "health", to: "/admin/health" },
  { key: "audit", to: "/admin/audit" },
  { key: "storage", to: "/admin/storage" },
  { key: "privacy", to: "/admin/privacy" },
] as const satisfies readonly { key: string; to: LinkProps["to"] }[];

interface AdminFrameProps {
  page: (typeof pages)[number]["key"];
  actions?: ReactNode;
  children: ReactNode;
}

/** One page of the administration below the bar of them all; whoever is no administrator sees none. */
export function AdminFrame({ page, actions, children }: AdminFrameProps) {
  const { t } = useTranslation("admin");
  const user = useUser();
  if (!user.is_admin) {
    return (
      <EmptyState order={1} title={t("forbidden_title")}>
        {t("forbidden_text")}
      </EmptyState>
    );
  }
  return (
    <>
      <nav aria-label={t("place")} className={`${bar.bar ?? ""} ${bar.places ?? ""}`}>
        {pages.map(({ key, to }) => (
          <Link key={key} to={to} className={bar.link ?? ""} activeOptions={{ includeSearch: false }}>
            {t(`page.${key}`)}
          </Link>
        ))}
      </nav>
      <Box>
        <PageHeader title={t(`page.${page}`)} context={t("place")} description={t(`about.${page}`)} actions={actions} />
        {children}
      </Box>
    </>
  );
}
