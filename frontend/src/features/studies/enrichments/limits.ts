/** As they are typed: "2." is on its way to a number. Empty is without a limit. */
export interface Limits {
  most_samples: number | string;
  most_cost: number | string;
}

const numberOf = (typed: number | string) => (typed === "" ? null : Number(typed));

/** What is sent of limits; without prices nobody knows when a sum is reached. */
export const sentLimits = (limits: Limits, priced: boolean) => ({
  most_samples: numberOf(limits.most_samples),
  most_cost: priced ? numberOf(limits.most_cost) : null,
});
