import { Button, Modal, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { onSessionLost } from "@/api/transport";
import type { Session } from "@/api/types";
import { LoginForm } from "@/features/auth/login-form";
import { sessionQuery } from "@/lib/queries/session";

interface Waiting {
  promise: Promise<boolean>;
  resolve: (signedIn: boolean) => void;
}

/**
 * Lies over the page when the session ended. All requests that met the 401 wait here and are sent
 * again after signing in, so the page below keeps its state and nothing is asked twice.
 */
export function SignInAgainDialog() {
  const { t } = useTranslation("common");
  const client = useQueryClient();
  const waiting = useRef<Waiting | null>(null);
  const [username, setUsername] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);

  useEffect(() => {
    onSessionLost(() => {
      const user = client.getQueryData<Session>(sessionQuery.queryKey)?.user;
      if (!user) return Promise.resolve(false);
      if (!waiting.current) {
        let resolve: Waiting["resolve"] = () => undefined;
        const promise = new Promise<boolean>((done) => { resolve = done; });
        waiting.current = { promise, resolve };
        setUsername(user.username);
        setOpened(true);
      }
      return waiting.current.promise;
    });
    return () => { onSessionLost(null); };
  }, [client]);

  const finish = (session: Session) => {
    client.setQueryData(sessionQuery.queryKey, session);
    setOpened(false);
    waiting.current?.resolve(true);
    waiting.current = null;
  };
  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={1000}
      title={<Text fw={600}>{t("session.lost_title")}</Text>}
    >
      <Stack>
        <Text size="sm">{t("session.lost_text")}</Text>
        <LoginForm fixedUsername={username ?? ""} onSignedIn={finish} />
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          // A whole new page, so that nothing of the last person stays in memory.
          onClick={() => { window.location.assign("/login"); }}
        >
          {t("session.other_user", { name: username })}
        </Button>
      </Stack>
    </Modal>
  );
}
