import { Badge, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { OpenSession } from "@/api/types";
import { ConfirmButton } from "./confirm-button";
import { DataTable, type Column } from "./data-table";
import { Time } from "./time";

interface SessionTableProps {
  sessions: OpenSession[];
  onEnd: (session: OpenSession) => Promise<unknown>;
}

const BY = {
  password: "sessions.by.password",
  passkey: "sessions.by.passkey",
  link: "sessions.by.link",
  crowd: "sessions.by.crowd",
  invitation: "sessions.by.invitation",
  provider: "sessions.by.provider",
} as const;
const WITH = {
  totp: "sessions.with.totp",
  passkey: "sessions.with.passkey",
  recovery: "sessions.with.recovery",
  provider: "sessions.with.provider",
} as const;

/** Browsers in which somebody is signed in, each with a way to sign it out. */
export function SessionTable({ sessions, onEnd }: SessionTableProps) {
  const { t } = useTranslation("account");
  const deviceOf = ({ browser, system }: OpenSession) => {
    if (browser && system) return t("sessions.device", { browser, system });
    return browser || system || t("sessions.unknown_device");
  };
  const howOf = ({ how, second_factor }: OpenSession) => {
    const by = how in BY ? t(BY[how as keyof typeof BY]) : "–";
    // A passkey is both at once.
    const also = how !== "passkey" && second_factor in WITH ? t(WITH[second_factor as keyof typeof WITH]) : "";
    return `${by} ${also}`.trim();
  };
  const columns: Column<OpenSession>[] = [
    {
      key: "device",
      header: t("sessions.where"),
      label: "",
      render: (session) => (
        <Group gap={8}>
          <Text fw={550} fz="inherit">
            {deviceOf(session)}
          </Text>
          {session.is_this_one && <Badge color="accent">{t("sessions.this_one")}</Badge>}
        </Group>
      ),
    },
    { key: "from", header: t("sessions.from"), render: ({ address }) => address || "–" },
    { key: "how", header: t("sessions.how"), render: howOf },
    { key: "since", header: t("sessions.since"), render: (session) => <Time at={session.created_at} /> },
    { key: "seen", header: t("sessions.seen"), render: (session) => <Time at={session.seen_at} /> },
    {
      key: "actions",
      header: "",
      label: "",
      end: true,
      render: (session) =>
        session.is_this_one ? null : (
          <ConfirmButton
            size="xs"
            variant="subtle"
            color="red"
            title={t("sessions.end_title", { device: deviceOf(session) })}
            text={t("sessions.end_text")}
            confirmLabel={t("sessions.end")}
            onConfirm={() => onEnd(session)}
          >
            {t("sessions.end")}
          </ConfirmButton>
        ),
    },
  ];
  return <DataTable name={t("sessions.title")} columns={columns} rows={sessions} rowKey={(session) => session.id} />;
}
