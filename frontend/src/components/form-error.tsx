import { ErrorNotice } from "@/components/error-notice";
import { allFieldsShown } from "@/lib/form-errors";

/** What the server objects to in a form, unless all of it stands beside the inputs of these names already. */
export function FormError({ error, names }: { error: unknown; names: readonly string[] }) {
  if (!error || allFieldsShown(error, names)) return null;
  return <ErrorNotice error={error} />;
}
