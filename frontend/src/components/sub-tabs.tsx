import { Link, useRouterState, type LinkProps } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import classes from "./sub-tabs.module.css";

type ProjectAddress = Extract<LinkProps["to"], "/projects/$projectId" | `/projects/$projectId/${string}`>;

export interface SubTab {
  to: ProjectAddress;
  label: string;
  exact?: boolean;
  /** The parts of its address beside the project. */
  params?: Readonly<Record<string, string>>;
}

interface SubTabsProps {
  label: string;
  projectId: number;
  tabs: readonly SubTab[];
}

/** The pages within one tab of a project; on a narrow screen the bar scrolls to the one shown. */
export function SubTabs({ label, projectId, tabs }: SubTabsProps) {
  const bar = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    const current = bar.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (bar.current && current) bar.current.scrollTo?.({ left: current.offsetLeft - 16 });
  }, [path]);
  return (
    <nav ref={bar} aria-label={label} className={classes.bar}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          params={{ projectId: String(projectId), ...tab.params }}
          className={classes.tab}
          activeOptions={{ exact: tab.exact ?? false, includeSearch: false }}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
