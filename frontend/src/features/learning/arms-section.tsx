import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { SeedQuality } from "@/api/seed-quality";
import { TextLink } from "@/components/link-button";
import { Section } from "@/components/section";
import { useParams } from "@tanstack/react-router";
import { FigureTable } from "./figure-table";

/** What seeds are worth: samples drawn to be seeded beside those drawn to start from nothing. */
export function ArmsSection({ quality }: { quality: SeedQuality }) {
  const { t } = useTranslation("learning");
  const { projectId } = useParams({ from: "/shell/projects/$projectId/learning/seeds" });
  const { seeded, unseeded, difference } = quality.arms;
  return (
    <Section title={t("arms.title")} term="arm" description={t("arms.text")}>
      {unseeded.n === 0 ? (
        <Text c="dimmed" size="sm">
          {t(seeded.n === 0 ? "arms.none" : "arms.none_unseeded")}{" "}
          <TextLink to="/projects/$projectId/models" params={{ projectId }} fz="inherit">
            {t("arms.to_model_assignment")}
          </TextLink>
        </Text>
      ) : (
        <FigureTable
          name={t("arms.title")}
          of={t("arms.of")}
          kinds={quality.figures}
          rows={[
            { key: "seeded", name: t("arms.seeded"), ...seeded },
            { key: "unseeded", name: t("arms.unseeded"), ...unseeded },
            {
              key: "difference",
              name: t("arms.difference"),
              n: seeded.n + unseeded.n,
              figures: difference,
              apart: true,
            },
          ]}
        />
      )}
    </Section>
  );
}
