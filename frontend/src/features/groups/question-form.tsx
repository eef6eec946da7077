import { Button, Grid, Group, Kbd, Paper, Radio, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { GroupAsked, GroupQuestion } from "@/api/groups";
import { AnnotatedImage } from "@/components/annotated-image";
import { ErrorNotice } from "@/components/error-notice";
import { answer, askedQuery, skip } from "./api";
import classes from "./question-form.module.css";
import { useNumberKeys } from "./use-number-keys";

interface QuestionFormProps {
  projectId: number;
  asked: GroupAsked;
  question: GroupQuestion;
  /** Whether the first value takes the focus when it appears. */
  takesFocus: boolean;
}

/** What is sent for "cannot tell" is no value; a form needs one. */
const UNSURE = "\u0000";

export function QuestionForm({ projectId, asked, question, takesFocus }: QuestionFormProps) {
  const { t } = useTranslation("groups");
  const client = useQueryClient();
  // What was chosen is of one image: the next one begins without.
  const [chosen, setChosen] = useState({ of: question.id, value: "" });
  const value = chosen.of === question.id ? chosen.value : "";
  const goOn = () => client.invalidateQueries({ queryKey: askedQuery(projectId).queryKey });
  const say = useMutation({ mutationFn: () => answer(question.id, value === UNSURE ? null : value), onSettled: goOn });
  const pass = useMutation({ mutationFn: () => skip(question.id), onSettled: goOn });
  const firstValue = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) firstValue.current?.focus();
  }, [takesFocus]);
  const isBusy = say.isPending || pass.isPending;
  // Not disabled meanwhile: that would take the focus away from who answers by keyboard.
  const choose = (next: string) => {
    if (!isBusy) setChosen({ of: question.id, value: next });
  };
  const submit = () => {
    if (value && !isBusy) say.mutate();
  };
  const options = [
    ...asked.values.map((each) => ({ value: each, label: each })),
    { value: UNSURE, label: t("unsure") },
  ];
  const keyOf = (place: number) => (place === asked.values.length ? "0" : String(place + 1));
  useNumberKeys({
    choose: (key) => {
      const place = options.findIndex((_, at) => keyOf(at) === key);
      const option = options[place];
      if (option) choose(option.value);
    },
    submit,
  });
  const { image, box } = question;
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <AnnotatedImage
          src={image.urls.view}
          alt={t("say.image")}
          width={image.width}
          height={image.height}
          boxes={box ? [{ id: "largest", label: t("say.person"), box }] : []}
          isNumbered={false}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Stack>
            <Text size="sm" c="dimmed" role="status">
              {t("say.progress", { answered: asked.answered, left: asked.left })}
            </Text>
            <Radio.Group
              label={t(box ? "say.of_box" : "say.of_largest", { name: asked.name })}
              description={t("say.as_seen")}
              value={value}
              onChange={choose}
              size="md"
            >
              <Stack gap="xs" mt="sm">
                {options.map((option, place) => (
                  <Paper key={option.value} component="label" withBorder className={classes.option}>
                    <Radio value={option.value} aria-label={option.label} ref={place === 0 ? firstValue : undefined} />
                    <Text flex={1} fw={550} style={{ overflowWrap: "anywhere" }}>
                      {option.label}
                    </Text>
                    <Kbd aria-hidden className="for-keys">
                      {keyOf(place)}
                    </Kbd>
                  </Paper>
                ))}
              </Stack>
            </Radio.Group>
            {(say.error ?? pass.error) && <ErrorNotice error={say.error ?? pass.error} />}
            <Group>
              <Button type="submit" size="md" disabled={!value} loading={say.isPending}>
                {t("say.keep")}
              </Button>
              <Button variant="subtle" size="md" loading={pass.isPending} onClick={() => pass.mutate()}>
                {t("say.skip")}
              </Button>
            </Group>
            <Text size="xs" c="dimmed">
              {t("say.for_good")}{" "}
              <Text span fz="inherit" className="for-keys">
                {t("say.keys")}
              </Text>
            </Text>
          </Stack>
        </form>
      </Grid.Col>
    </Grid>
  );
}
