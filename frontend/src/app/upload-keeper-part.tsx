import { useUploads } from "@/lib/uploads";

export function UploadKeeperPart() {
  useUploads();
  return null;
}
