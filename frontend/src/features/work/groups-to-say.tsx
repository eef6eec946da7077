import { Card, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LinkButton } from "@/components/link-button";
import { toSayQuery } from "@/lib/queries/groups";

/** Where projects ask what the largest person in an image looks like; nothing where none does. */
export function GroupsToSay() {
  const { t } = useTranslation("work");
  const asked = useQuery(toSayQuery).data ?? [];
  if (asked.length === 0) return null;
  return (
    <section aria-labelledby="groups-title">
      <Title order={2} id="groups-title" mb="sm">
        {t("groups.title")}
      </Title>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {asked.map(({ project, name }) => (
          <Card key={project.id} withBorder component="article">
            <Stack gap="sm" align="flex-start">
              <div>
                <Title order={3}>{name}</Title>
                <Text size="sm" c="dimmed">
                  {t("groups.text", { project: project.name })}
                </Text>
              </div>
              <LinkButton variant="default" to="/groups/$projectId" params={{ projectId: String(project.id) }}>
                {t("groups.open", { name })}
              </LinkButton>
            </Stack>
          </Card>
        ))}
      </SimpleGrid>
    </section>
  );
}
