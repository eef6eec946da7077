import type { Loop } from "@/api/learning";
import type { OrderRule } from "@/api/seed-quality";
import type { FakeServer } from "./fake-server";
import { ago, lena, makeJob } from "./world";
import * as world from "./world-learning";
import { brief } from "./world-models";

const api = (path: string) => `/api/v1/projects/:id${path}`;
const page = <T>(results: T[]) => ({ next: null, previous: null, results });

export function installLearning(server: FakeServer): void {
  let loop = world.makeLoop();
  const ordering = world.makeOrdering();
  server
    .on("GET", api("/loop"), () => loop)
    .on("PUT", api("/loop"), ({ body }) => {
      loop = { ...loop, ...(body as Partial<Loop>) };
      return { ...loop, state: loop.is_on ? "collecting" : "off" };
    })
    .on("GET", api("/loop/events"), () => page(world.events))
    .on("GET", api("/trainings"), () => page(world.trainings))
    .on("POST", api("/trainings"), () => world.makeTraining({ id: 8, state: "queued", version: null, job: makeJob() }))
    .on("GET", api("/trainings/:training"), ({ params }) =>
      world.trainings.find(({ id }) => id === Number(params.training)),
    )
    .on("GET", api("/trainings/:training/points"), ({ query }) => ({
      points: world.points.filter(({ step }) => step > Number(query.get("after") ?? -1)),
      progress: { step: 30, steps: 120, message: "" },
      state: "training",
    }))
    .on("POST", api("/trainings/:training/cancel"), () => world.makeTraining({ state: "cancelled", version: null }))
    .on("POST", api("/trainings/:training/finish"), () =>
      world.makeTraining({ state: "evaluating", version: brief(2, { state: "trained" }) }),
    )
    .on("GET", api("/seed-quality"), ({ query }) =>
      world.makeSeedQuality({ stage: query.get("stage") ?? "description" }),
    )
    .on("GET", api("/ordering"), () => ordering)
    .on("POST", api("/ordering"), ({ body }) => {
      const { rule } = body as { rule: OrderRule };
      ordering.rule = rule;
      ordering.current = {
        id: 1,
        rule,
        versions: [],
        samples: 38,
        job: makeJob({ state: "succeeded" }),
        created_by: lena,
        created_at: ago(0),
        applied_at: ago(0),
      };
      return ordering.current;
    });
}
