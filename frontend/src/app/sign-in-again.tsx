import { deferredDialog } from "@/lib/deferred";
import { usePageOwner } from "./page-owner";

const SignInAgainForm = deferredDialog(async () => (await import("./sign-in-again-form")).SignInAgainForm);

/**
 * Lies over the page when its session ended. All requests that met the 401 wait here and are sent
 * again after signing in, so the page below keeps its state and nothing is asked twice. When somebody
 * else has signed in meanwhile, the page is covered: what is on it is not theirs to read.
 */
export function SignInAgainDialog() {
  const { owner, loss, signedIn } = usePageOwner();
  return (
    <SignInAgainForm
      isOpen={loss !== null && owner !== null}
      isOther={loss === "other_user"}
      username={owner?.username ?? ""}
      onSignedIn={signedIn}
    />
  );
}
