import { Button, Group, Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Team } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { FormError } from "@/components/form-error";
import { fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { changeTeam, makeTeam, type TeamTerms } from "./api/teams";

const names = ["name", "language"] as const;

interface TeamDialogProps {
  projectId: number;
  /** The team to change; null makes one. */
  team: Team | null;
  onClose: () => void;
}

/** Says what a team is called and what its people share. */
export function TeamDialog({ projectId, team, onClose }: TeamDialogProps) {
  const { t } = useTranslation("people");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const form = useForm<TeamTerms>({
    initialValues: team ?? { name: "", basis: "skill", language: "" },
    validate: {
      name: (value) => (value.trim() ? null : t("teams.required")),
      language: (value, { basis }) => (basis === "skill" || value.trim() ? null : t("teams.language_required")),
    },
  });
  const save = useMutation({
    mutationFn: ({ name, basis, language }: TeamTerms) => {
      const terms = { name, basis, language: basis === "language" ? language.trim() : "" };
      return team ? changeTeam(projectId, team.id, terms) : makeTeam(projectId, terms);
    },
    onError: (error) => form.setErrors(fieldErrors(error, names)),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
      notifyDone(t(team ? "teams.saved" : "teams.made", { name: saved.name }));
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={team ? t("teams.change_title", { name: team.name }) : t("teams.new")}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack>
          <TextInput
            data-autofocus
            label={t("teams.name")}
            placeholder={t("teams.name_example")}
            maxLength={100}
            {...form.getInputProps("name")}
          />
          <Radio.Group label={t("teams.basis")} {...form.getInputProps("basis")}>
            <Group mt="xs">
              <Radio value="skill" label={t("teams.skill")} />
              <Radio value="language" label={t("teams.language")} />
            </Group>
          </Radio.Group>
          {form.values.basis === "language" && (
            <TextInput
              label={t("teams.code")}
              description={t("teams.code_hint")}
              maxLength={35}
              maw={200}
              {...form.getInputProps("language")}
            />
          )}
          <FormError error={save.error} names={names} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common("action.cancel")}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t(team ? "teams.save" : "teams.make")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
