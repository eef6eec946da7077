import { Paper } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { AdminFrame } from "@/components/admin-frame";
import { AuditDownloads, AuditList } from "./audit-list";

/** Who did what, in every project and to the installation itself. */
export default function InstallationAuditPage() {
  const filters = useSearch({ from: "/shell/admin/audit" });
  const navigate = useNavigate({ from: "/admin/audit" });
  return (
    <AdminFrame page="audit" actions={<AuditDownloads filters={filters} />}>
      <Paper withBorder p={{ base: "sm", sm: "md" }}>
        <AuditList filters={filters} onFilters={(search) => void navigate({ search, replace: true })} />
      </Paper>
    </AdminFrame>
  );
}
