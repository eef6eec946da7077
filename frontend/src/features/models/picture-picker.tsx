import { Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPhoto, IconSearch } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SampleRow } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { LinkButton } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Thumb } from "@/components/thumb";
import { picturesQuery } from "./api/models";
import classes from "./models.module.css";

export type Picture = SampleRow["image"];

interface PicturePickerProps {
  projectId: number;
  value: Picture | null;
  onChange: (picture: Picture) => void;
}

const SEARCH_AFTER_MS = 300;

/** Thumbnails to choose one from, as radio buttons: arrow keys go from picture to picture. */
export function PicturePicker({ projectId, value, onChange }: PicturePickerProps) {
  const { t } = useTranslation("models");
  const group = useId();
  const [typed, setTyped] = useState("");
  const [cursor, setCursor] = useState<string>();
  const [search] = useDebouncedValue(typed.trim(), SEARCH_AFTER_MS);
  const query = useQuery({ ...picturesQuery(projectId, search, cursor), placeholderData: keepPreviousData });
  return (
    <Stack gap="sm">
      <TextInput
        type="search"
        label={t("try.search")}
        leftSection={<IconSearch size={16} aria-hidden />}
        maw={320}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setCursor(undefined);
        }}
      />
      <QueryView query={query}>
        {(page) =>
          page.results.length > 0 ? (
            <div>
              <div className={classes.pictures} role="radiogroup" aria-label={t("try.picture")}>
                {page.results.map(({ image }) => (
                  <label key={image.id} className={classes.picture}>
                    <input
                      type="radio"
                      name={group}
                      checked={value?.id === image.id}
                      onChange={() => onChange(image)}
                    />
                    <Thumb src={image.urls.thumb} alt="" />
                    <Text size="xs" component="span" display="block" truncate mt={2}>
                      {image.name}
                    </Text>
                  </label>
                ))}
              </div>
              <Pager page={page} onCursor={setCursor} />
            </div>
          ) : search ? (
            <Text c="dimmed">{t("try.no_match")}</Text>
          ) : (
            <NoPictures projectId={projectId} />
          )
        }
      </QueryView>
    </Stack>
  );
}

function NoPictures({ projectId }: { projectId: number }) {
  const { t } = useTranslation("models");
  return (
    <EmptyState
      order={3}
      icon={<IconPhoto size={36} />}
      title={t("try.no_pictures_title")}
      action={
        <LinkButton to="/projects/$projectId/import" params={{ projectId: String(projectId) }}>
          {t("try.import")}
        </LinkButton>
      }
    >
      {t("try.no_pictures")}
    </EmptyState>
  );
}
