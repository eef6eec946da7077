import { deferredRest } from "@/lib/deferred";
import { useOptionalUser } from "@/lib/queries/session";
import { hasUploads } from "@/lib/uploads/left-here";

const Keeper = deferredRest(async () => (await import("./upload-keeper-part")).UploadKeeperPart);

/** Whatever page is shown, the workbench too, files that an earlier page left are sent. */
export function UploadKeeper() {
  const user = useOptionalUser();
  return user && hasUploads(user.id) ? <Keeper key={user.id} /> : null;
}
