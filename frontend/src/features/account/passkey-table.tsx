import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Passkey } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { DataTable, type Column } from "@/components/data-table";
import { Dialog } from "@/components/dialog";
import { FormError } from "@/components/form-error";
import { Time } from "@/components/time";
import { fieldErrors } from "@/lib/form-errors";

interface PasskeyTableProps {
  passkeys: Passkey[];
  onRename: (passkey: Passkey, name: string) => Promise<void>;
  onRemove: (passkey: Passkey) => Promise<void>;
}

export function PasskeyTable({ passkeys, onRename, onRemove }: PasskeyTableProps) {
  const { t } = useTranslation("account");
  const { t: auth } = useTranslation("auth");
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const columns: Column<Passkey>[] = [
    {
      key: "name",
      header: t("factors.name"),
      label: "",
      render: ({ name }) => (
        <Text fw={550} fz="inherit" style={{ overflowWrap: "anywhere" }}>
          {name}
        </Text>
      ),
    },
    { key: "site", header: t("factors.site"), render: ({ host }) => host },
    { key: "made", header: t("factors.made"), render: ({ created_at }) => <Time at={created_at} /> },
    { key: "used", header: t("factors.used"), render: ({ last_used_at }) => <Time at={last_used_at} /> },
    {
      key: "actions",
      header: "",
      label: "",
      end: true,
      render: (passkey) => <Acts passkey={passkey} onRename={() => setRenaming(passkey)} onRemove={onRemove} />,
    },
  ];
  return (
    <>
      <DataTable name={auth("factor.passkeys")} columns={columns} rows={passkeys} rowKey={({ id }) => id} />
      <Dialog
        opened={renaming !== null}
        onClose={() => setRenaming(null)}
        title={t("factors.rename_title", { name: renaming?.name ?? "" })}
      >
        {renaming && <RenameForm passkey={renaming} onRename={onRename} onClose={() => setRenaming(null)} />}
      </Dialog>
    </>
  );
}

interface ActsProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: (passkey: Passkey) => Promise<void>;
}

function Acts({ passkey, onRename, onRemove }: ActsProps) {
  const { t } = useTranslation("account");
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Button
        size="xs"
        variant="subtle"
        aria-label={t("factors.rename_title", { name: passkey.name })}
        onClick={onRename}
      >
        {t("factors.rename")}
      </Button>
      <ConfirmButton
        size="xs"
        variant="subtle"
        color="red"
        title={t("factors.passkey_remove_title", { name: passkey.name })}
        text={t("factors.remove_text")}
        confirmLabel={t("factors.remove")}
        onConfirm={() => onRemove(passkey)}
      >
        {t("factors.remove")}
      </ConfirmButton>
    </Group>
  );
}

const names = ["name"] as const;

interface RenameFormProps {
  passkey: Passkey;
  onRename: (passkey: Passkey, name: string) => Promise<void>;
  onClose: () => void;
}

function RenameForm({ passkey, onRename, onClose }: RenameFormProps) {
  const { t } = useTranslation("account");
  const { t: common } = useTranslation("common");
  const form = useForm({
    initialValues: { name: passkey.name },
    validate: { name: (value) => (value.trim() ? null : t("factors.name_required")) },
  });
  const rename = useMutation({
    mutationFn: ({ name }: typeof form.values) => onRename(passkey, name.trim()),
    onSuccess: onClose,
    onError: (error) => form.setErrors(fieldErrors(error, names)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => rename.mutate(values))} noValidate>
      <Stack>
        <TextInput label={t("factors.name")} maxLength={100} data-autofocus {...form.getInputProps("name")} />
        <FormError error={rename.error} names={names} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common("action.cancel")}
          </Button>
          <Button type="submit" loading={rename.isPending}>
            {t("factors.rename_save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
