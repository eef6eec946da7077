import type { components } from "./schema";

type S = components["schemas"];

export type SecondReading = S["SecondReading"];
export type SecondReadingDetail = S["SecondReadingDetail"];
export type ReadingChoices = S["ReadingChoices"];
export type NewSecondReading = Required<S["NewSecondReading"]>;
export type FurtherReading = Required<S["FurtherReading"]>;
export type ReadText = S["ReadText"];
export type ReadVerdict = ReadText["sentences"][number]["verdict"];
export type ReaderPrecision = S["ReaderPrecision"];
export type ReaderShare = S["ReaderShare"];
