import { Stack } from "@mantine/core";
import { useAnchor } from "@/lib/anchor";
import { AccountFrame } from "./account-frame";
import { FactorSection } from "./factor-section";
import { IdentitySection } from "./identity-section";
import { PasswordSection } from "./password-form";
import { SessionSection } from "./session-section";

/** By what one signs in, and where one is signed in. */
export default function SecurityPage() {
  useAnchor();
  return (
    <AccountFrame page="security">
      <Stack>
        <PasswordSection />
        <IdentitySection />
        <FactorSection />
        <SessionSection />
      </Stack>
    </AccountFrame>
  );
}
