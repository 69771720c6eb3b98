/**
 * Formats an amount in minor units (cents; two decimals are assumed) in French for `fr`, otherwise in British English.
 */
export function formatMoney(amountMinor: number, currency: string, language: string): string {
  return new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    style: 'currency',
    currency,
  }).format(amountMinor / 100);
}

/** Formats amounts in several currencies as a list, such as `US$199.00 and €14.99`. */
export function formatAmounts(
  amounts: readonly { amountMinor: number; currency: string }[],
  language: string,
): string {
  const list = new Intl.ListFormat(language === 'fr' ? 'fr-FR' : 'en-GB');
  return list.format(amounts.map((one) => formatMoney(one.amountMinor, one.currency, language)));
}
