import { AccountFrame } from "./account-frame";
import { ToldSection } from "./told-section";

/** What one is told, and how. */
export default function ToldPage() {
  return (
    <AccountFrame page="notifications">
      <ToldSection />
    </AccountFrame>
  );
}
