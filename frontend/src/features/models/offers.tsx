import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Connection, OfferedConnection } from "@/api/models";
import { ErrorNotice } from "@/components/error-notice";
import { offersQuery, takeOffer } from "./api/models";
import classes from "./models.module.css";
import { RoleBadges } from "./role-badges";

interface OffersProps {
  projectId: number;
  onTaken: (connection: Connection) => void;
}

/** Connections of the installation that the project does not use yet: one click, and nothing to fill in. */
export function Offers({ projectId, onTaken }: OffersProps) {
  const { t } = useTranslation("models");
  const offers = useQuery(offersQuery(projectId));
  const take = useMutation({ mutationFn: (id: number) => takeOffer(projectId, id), onSuccess: onTaken });
  const left = (offers.data ?? []).filter(({ connection }) => connection === null);
  if (offers.isError) return <ErrorNotice error={offers.error} />;
  if (left.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t("offers.title")}
      </Title>
      <Text size="sm" c="dimmed">
        {t("offers.text")}
      </Text>
      <ul className={classes.offers}>
        {left.map((offer) => (
          <li key={offer.id}>
            <Offer offer={offer} />
            <Button
              size="xs"
              aria-label={t("offers.use_name", { name: offer.name })}
              loading={take.isPending && take.variables === offer.id}
              disabled={take.isPending}
              onClick={() => take.mutate(offer.id)}
            >
              {t("offers.use")}
            </Button>
          </li>
        ))}
      </ul>
      {take.error && <ErrorNotice error={take.error} />}
    </Stack>
  );
}

function Offer({ offer: { name, title, roles } }: { offer: OfferedConnection }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Group gap={6} mt={2}>
        <Text size="xs" c="dimmed">
          {title}
        </Text>
        <RoleBadges roles={roles} />
      </Group>
    </div>
  );
}
