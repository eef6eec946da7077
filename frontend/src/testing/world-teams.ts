import type { Team } from "@/api/types";

export const teams: Team[] = [
  {
    id: 1,
    key: "german",
    name: "German speakers",
    basis: "language",
    language: "de",
    members: 1,
    stages: ["description"],
  },
  { id: 2, key: "birds", name: "Bird watchers", basis: "skill", language: "", members: 0, stages: [] },
];
