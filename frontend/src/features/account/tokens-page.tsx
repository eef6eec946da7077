import { AccountFrame } from "./account-frame";
import { TokenSection } from "./token-section";

/** Tokens for one's own scripts. */
export default function TokensPage() {
  return (
    <AccountFrame page="tokens">
      <TokenSection />
    </AccountFrame>
  );
}
