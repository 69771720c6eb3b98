/** Returns a cell as CSV has it: text that a spreadsheet would read as a formula is escaped; null is an empty cell. */
function formatCell(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats rows as CSV (RFC 4180). */
export const formatCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((cells) => `${cells.map(formatCell).join(',')}\r\n`).join('');
