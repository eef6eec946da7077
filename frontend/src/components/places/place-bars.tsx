import { Badge } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Place, ProjectPage } from "@/lib/places";
import { shownPages } from "@/lib/places";
import { pagesInUseQuery } from "@/lib/queries/projects";
import { qualityQuery } from "@/lib/queries/quality";
import { MorePages } from "./more-pages";
import classes from "./page-bar.module.css";

interface PlaceBarsProps {
  projectId: number;
  /** Those of one's role. */
  places: readonly Place[];
  current: ProjectPage | undefined;
}

const holds = (place: Place, page: ProjectPage | undefined) => place.pages.some(({ key }) => key === page?.key);

/** The places of a project, and below them the pages of the one that is open. */
export function PlaceBars({ projectId, places, current }: PlaceBarsProps) {
  const { t } = useTranslation("places");
  const query = useQuery(pagesInUseQuery(projectId));
  // Nothing appears under somebody's pointer: the bars wait for the one short answer they are made of.
  if (query.isPending) return <div className={classes.waiting} />;
  const inUse = query.data?.pages ?? [];
  const split = places.map((place) => ({ place, ...shownPages(place.pages, inUse, current?.key) }));
  const shown = split.filter((one) => one.shown.length > 0);
  const unused = split.filter((one) => one.shown.length === 0).flatMap(({ more }) => more);
  const open = shown.find(({ place }) => holds(place, current));
  return (
    <>
      <nav aria-label={t("label")} className={`${classes.bar} ${classes.places}`}>
        {shown.map(({ place, shown: pages }) => (
          <PlaceLink key={place.key} projectId={projectId} place={place} to={pages[0]} isOpen={place === open?.place} />
        ))}
        <MorePages projectId={String(projectId)} label={t("more_of", { place: t("label") })} pages={unused} />
      </nav>
      {open && (open.shown.length > 1 || open.more.length > 0) && (
        <nav
          aria-label={t("pages", { place: t(`place.${open.place.key}`) })}
          className={`${classes.bar} ${classes.pages}`}
        >
          {open.shown.map((page) => (
            <PageLink key={page.key} projectId={projectId} page={page} isCurrent={page.key === current?.key} />
          ))}
          <MorePages
            projectId={String(projectId)}
            label={t("more_of", { place: t(`place.${open.place.key}`) })}
            pages={open.more}
          />
        </nav>
      )}
    </>
  );
}

interface PlaceLinkProps {
  projectId: number;
  place: Place;
  to: ProjectPage | undefined;
  isOpen: boolean;
}

function PlaceLink({ projectId, place, to, isOpen }: PlaceLinkProps) {
  const { t } = useTranslation("places");
  if (!to) return null;
  return (
    <Link
      to={to.to}
      params={{ projectId: String(projectId) }}
      className={classes.link}
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={isOpen ? "true" : undefined}
    >
      {t(`place.${place.key}`)}
    </Link>
  );
}

interface PageLinkProps {
  projectId: number;
  page: ProjectPage;
  isCurrent: boolean;
}

function PageLink({ projectId, page, isCurrent }: PageLinkProps) {
  const { t } = useTranslation("places");
  return (
    <Link
      to={page.to}
      params={{ projectId: String(projectId) }}
      className={classes.link}
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={isCurrent ? "page" : undefined}
    >
      {t(`page.${page.key}`)}
      {(page.key === "answers" || page.key === "skips") && <Waiting projectId={projectId} queue={page.key} />}
    </Link>
  );
}

/** How many wait in a queue; nothing where none do. */
function Waiting({ projectId, queue }: { projectId: number; queue: "answers" | "skips" }) {
  const { t } = useTranslation("places");
  const counts = useQuery(qualityQuery(projectId)).data;
  const waiting = queue === "answers" ? counts?.answers_waiting : counts?.skips_waiting;
  if (!waiting) return null;
  return (
    <Badge size="sm" variant="light" aria-label={t("waiting", { count: waiting })}>
      {waiting}
    </Badge>
  );
}
