import { Stack } from "@mantine/core";
import { AccountFrame } from "./account-frame";
import { DataSection } from "./data-section";

/** What is kept of one, and one's own deletion. */
export default function OwnPrivacyPage() {
  return (
    <AccountFrame page="privacy">
      <Stack>
        <DataSection />
      </Stack>
    </AccountFrame>
  );
}
