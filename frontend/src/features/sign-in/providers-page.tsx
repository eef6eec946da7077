import { Button, Paper } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { IdentityProvider } from "@/api/sso";
import { AdminFrame } from "@/components/admin-frame";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { QueryView } from "@/components/query-view";
import { providersQuery } from "./api/providers";
import { ProviderForm } from "./provider-form";
import { ProviderTable } from "./provider-table";

type Shown = "new" | IdentityProvider | null;

/** By whom people sign in, besides with a password. */
export default function ProvidersPage() {
  const { t } = useTranslation("sign_in");
  const [shown, setShown] = useState<Shown>(null);
  return (
    <AdminFrame
      page="sign_in"
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setShown("new")}>
          {t("new")}
        </Button>
      }
    >
      <ProviderList onOpen={setShown} />
      <ProviderDialog shown={shown} onClose={() => setShown(null)} />
    </AdminFrame>
  );
}

function ProviderList({ onOpen }: { onOpen: (provider: IdentityProvider) => void }) {
  const { t } = useTranslation("sign_in");
  const query = useQuery(providersQuery);
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <QueryView query={query}>
        {(providers) =>
          providers.length === 0 ? (
            <EmptyState icon={<IconKey size={36} />} title={t("none_title")}>
              {t("none_text")}
            </EmptyState>
          ) : (
            <ProviderTable providers={providers} onOpen={onOpen} />
          )
        }
      </QueryView>
    </Paper>
  );
}

function ProviderDialog({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const { t } = useTranslation("sign_in");
  const isNarrow = useMediaQuery("(max-width: 48em)") ?? false;
  const title =
    shown === null || shown === "new" ? t("new") : t(shown.is_deployed ? "show_name" : "change_name", shown);
  return (
    <Dialog
      opened={shown !== null}
      onClose={onClose}
      title={title}
      size="xl"
      fullScreen={isNarrow}
      closeOnClickOutside={false}
    >
      {shown !== null && <ProviderForm provider={shown === "new" ? undefined : shown} onClose={onClose} />}
    </Dialog>
  );
}
