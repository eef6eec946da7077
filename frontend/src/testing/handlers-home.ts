import type { Home, HomeNeed, HomeProject } from "@/api/home";
import type { FakeServer } from "./fake-server";
import { ago } from "./world";

const api = (path: string) => `/api/v1/home${path}`;

export function makeNeed(changes: Partial<HomeNeed> = {}): HomeNeed {
  return {
    kind: "job_failed",
    message: "Exporting has failed.",
    message_code: null,
    remedy: null,
    remedy_code: null,
    params: {},
    project: { id: 1, name: "Village streets" },
    count: 1,
    since: ago(0.1),
    path: "/projects/1",
    ...changes,
  };
}

export function makeHomeProject(changes: Partial<HomeProject> = {}): HomeProject {
  return {
    id: 1,
    name: "Village streets",
    state: "active",
    role: "lead",
    samples: 14,
    done: 5,
    active_today: 2,
    active_this_week: 4,
    last_activity: ago(0.05),
    setup: [],
    ...changes,
  };
}

export const home: Home = {
  leads: true,
  left_off: 0,
  needs: [
    makeNeed({ message: "1 job has failed." }),
    makeNeed({
      kind: "review_waiting",
      message: "12 answers wait for review.",
      count: 12,
      since: ago(3),
      path: "/projects/1/review",
    }),
    makeNeed({
      kind: "people_missing",
      message: "Invite 1 more person: each image needs 4, there are 3.",
      since: null,
      path: "/projects/1/people",
    }),
    makeNeed({
      kind: "feedback",
      message: "2 messages about your own work are unread.",
      count: 2,
      project: null,
      since: null,
      path: "/feedback",
    }),
  ],
};

/** What waits for somebody who leads, and two of their projects. */
export function installHome(server: FakeServer): void {
  server
    .on("GET", api(""), () => home)
    .on("GET", api("/projects"), () => ({
      next: null,
      previous: null,
      results: [
        makeHomeProject(),
        makeHomeProject({
          id: 2,
          name: "Photos by blind people",
          state: "paused",
          role: "reviewer",
          samples: 0,
          done: 0,
          active_today: 0,
          active_this_week: 0,
          last_activity: null,
          setup: ["images", "people"],
        }),
      ],
    }));
}
