/** Names for what the pages about seeds in use are sent, out of the generated schema. */
import type { components } from "./schema";

type S = components["schemas"];

export type Figure = S["SeedFigure"];
export type FigureKind = S["SeedFigureKind"];
export type SeedQuality = S["SeedQuality"];
export type Figures = SeedQuality["arms"]["difference"];

export type Ordering = S["Ordering"];
export type OrderingPage = S["OrderingPage"];
export type OrderRule = Ordering["rule"];
