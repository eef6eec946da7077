import type { components } from "./schema";

type S = components["schemas"];

export type Enrichment = S["Enrichment"];
export type EnrichmentDetail = S["EnrichmentDetail"];
export type EnrichmentChoices = S["EnrichmentChoices"];
export type EnrichedPair = S["EnrichedPair"];
export type NewEnrichment = Required<S["NewEnrichment"]>;
export type FurtherEnrichment = Required<S["FurtherEnrichment"]>;
export type EnrichmentState = Enrichment["state"];
