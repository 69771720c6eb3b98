/**
 * Parses the value of a country header to a two-letter country code in capitals; null for anything else, such as
 * Cloudflare's `XX` (unknown) and `T1` (Tor).
 */
export function parseCountryHeader(value: unknown): string | null {
  if (typeof value !== 'string' || !/^[a-z]{2}$/i.test(value)) return null;
  const code = value.toUpperCase();
  return code === 'XX' ? null : code;
}
