import { Button, Modal, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Session } from "@/api/types";
import { WaysAgain } from "./ways-again";

interface SignInAgainFormProps {
  isOpen: boolean;
  /** Somebody else has signed in meanwhile. */
  isOther: boolean;
  username: string;
  onSignedIn: (session: Session) => void;
}

export function SignInAgainForm({ isOpen, isOther, username, onSignedIn }: SignInAgainFormProps) {
  const { t } = useTranslation("common");
  return (
    <Modal
      opened={isOpen}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={1000}
      // What somebody wrote is covered at once from somebody else.
      transitionProps={{ duration: isOther ? 0 : 200 }}
      overlayProps={isOther ? { color: "var(--mantine-color-body)", backgroundOpacity: 1 } : { blur: 3 }}
      title={<Text fw={600}>{t(isOther ? "session.other_title" : "session.lost_title")}</Text>}
    >
      <Stack>
        <Text size="sm">{t(isOther ? "session.other_text" : "session.lost_text", { name: username })}</Text>
        <WaysAgain username={username} onSignedIn={onSignedIn} />
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          h="auto"
          py={4}
          // With a long name it takes two lines, and no word is cut off.
          styles={{ label: { whiteSpace: "normal", height: "auto" } }}
          // A whole new page, so that nothing of the last person stays in memory.
          onClick={() => window.location.assign(isOther ? "/" : "/login")}
        >
          {t(isOther ? "session.other_go_on" : "session.other_user", { name: username })}
        </Button>
      </Stack>
    </Modal>
  );
}
