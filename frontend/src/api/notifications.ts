import type { components } from "./schema";

type S = components["schemas"];

export type Notification = S["Notification"];
export type Choices = S["NotificationChoices"];
export type Choice = S["NotificationChoice"];
