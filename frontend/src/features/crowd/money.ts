import { currentLocale } from "@/lib/i18n";

/** An amount as the server writes it, "1.50", in the reader's way of writing money. */
export function money(amount: string | number, currency: string): string {
  try {
    return new Intl.NumberFormat(currentLocale(), { style: "currency", currency }).format(Number(amount));
  } catch {
    return `${String(amount)} ${currency}`;
  }
}

interface Amount {
  base: string;
  bonus: string;
  currency: string;
}

/** What it comes to, by currency. Whole cents are added: sums of fractions would drift. */
export function totalOf(payments: readonly Amount[]): string {
  const cents = new Map<string, number>();
  for (const { base, bonus, currency } of payments) {
    const amount = Math.round(Number(base) * 100) + Math.round(Number(bonus) * 100);
    cents.set(currency, (cents.get(currency) ?? 0) + amount);
  }
  return [...cents].map(([currency, sum]) => money(sum / 100, currency)).join(" + ");
}
