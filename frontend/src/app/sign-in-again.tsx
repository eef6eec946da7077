import { Button, Modal, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { LoginForm } from "@/features/auth/login-form";
import { usePageOwner } from "./page-owner";

/**
 * Lies over the page when its session ended. All requests that met the 401 wait here and are sent
 * again after signing in, so the page below keeps its state and nothing is asked twice. When somebody
 * else has signed in meanwhile, the page is covered: what is on it is not theirs to read.
 */
export function SignInAgainDialog() {
  const { t } = useTranslation("common");
  const { owner, loss, signedIn } = usePageOwner();
  const isOther = loss === "other_user";
  return (
    <Modal
      opened={loss !== null && owner !== null}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={1000}
      overlayProps={isOther ? { color: "var(--mantine-color-body)", backgroundOpacity: 1 } : { blur: 3 }}
      title={<Text fw={600}>{t(isOther ? "session.other_title" : "session.lost_title")}</Text>}
    >
      <Stack>
        <Text size="sm">{t(isOther ? "session.other_text" : "session.lost_text", { name: owner?.username })}</Text>
        <LoginForm fixedUsername={owner?.username ?? ""} onSignedIn={signedIn} />
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          // A whole new page, so that nothing of the last person stays in memory.
          onClick={() => { window.location.assign(isOther ? "/" : "/login"); }}
        >
          {t(isOther ? "session.other_go_on" : "session.other_user", { name: owner?.username })}
        </Button>
      </Stack>
    </Modal>
  );
}
