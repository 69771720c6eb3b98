/** Formats an amount given in minor units (cents). */
export function formatMoney(amountMinor: number, currency: string, language: string): string {
  return new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    style: 'currency',
    currency,
  }).format(amountMinor / 100);
}
