import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCsv } from './csv.ts';

/** Reads CSV back, as a spreadsheet does. */
function parse(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r\n)/gu,
  )) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe('a file of values separated by commas', () => {
  it('is read back as it was written, but for text that would be a formula', () =>
    fc.assert(
      fc.property(fc.array(fc.array(fc.string(), { minLength: 1, maxLength: 4 })), (rows) => {
        const escape = (text: string) => (/^[=+\-@\t\r]/u.test(text) ? `'${text}` : text);
        expect(parse(formatCsv(rows))).toEqual(rows.map((cells) => cells.map(escape)));
      }),
    ));

  it('has no cell of text that begins as a formula does, and numbers as they are', () => {
    expect(formatCsv([['=1+1', '@cmd', '-2', -1.5, null]])).toBe("'=1+1,'@cmd,'-2,-1.5,\r\n");
  });
});
