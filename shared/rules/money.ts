/**
 * Formats an amount in minor units (cents; two decimals are assumed) in French for `fr`, otherwise in British English.
 */
export function formatMoney(amountMinor: number, currency: string, language: string): string {
  return new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    style: 'currency',
    currency,
  }).format(amountMinor / 100);
}
