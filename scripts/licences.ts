import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Licence } from '../src/features/legal/model.ts';

const ROOT = path.join(import.meta.dirname, '..');
const STANDARD_TEXTS = path.join(import.meta.dirname, 'licences');

interface PackageLicence {
  name: string;
  version?: string;
  /** Of SPDX, such as `MIT`. */
  identifier?: string;
  /** Of the package's own licence file, where it has one. */
  text?: string;
}

/** File names of Vite's lists: one each of the app, the public pages' script and the service worker. */
const LICENCE_LIST = /^licences-[\w-]+\.json$/;

/**
 * What Vite's lists leave out: the typefaces, the base of the style sheet, data on the server and what workers import.
 */
const UNLISTED = [
  ['Figtree', 'node_modules/@fontsource-variable/figtree/LICENSE'],
  ['Fraunces', 'src/ui/fonts/FRAUNCES-LICENSE.txt'],
  ['tailwindcss', 'node_modules/tailwindcss/LICENSE'],
  [
    'Countries by address: ip-location-db, from data of the NRO',
    'node_modules/@ip-location-db/geo-whois-asn-country-mmdb/NRO_LICENSE',
  ],
  ['altcha-lib', 'node_modules/altcha-lib/LICENSE.txt'],
] as const;

/** Returns the text of a standard licence (SPDX), for packages without a licence file; null when we do not have it. */
function readStandardText(identifier: string): string | null {
  const file = path.join(STANDARD_TEXTS, `${path.basename(identifier)}.txt`);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/**
 * Reads the licences of everything that a browser gets, from the lists that Vite has written to `folder`, grouped by
 * text. Throws when one is missing.
 */
export function readLicences(folder: string): Licence[] {
  const lists = readdirSync(folder).filter((name) => LICENCE_LIST.test(name));
  const packages = lists.flatMap(
    (name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as PackageLicence[],
  );
  const unlisted = UNLISTED.map(([name, file]) => ({
    name,
    text: readFileSync(path.join(ROOT, file), 'utf8'),
  }));
  return groupLicencesByText([...unlisted, ...packages]);
}

/** Groups packages by the text of their licence. Throws when a package has none: the page would be incomplete. */
export function groupLicencesByText(packages: readonly PackageLicence[]): Licence[] {
  const names = new Map<string, Set<string>>();
  for (const { name, version, identifier = '', text = readStandardText(identifier) } of packages) {
    if (!text?.trim())
      throw new Error(
        `${name} brings no licence text along; add that of ${identifier || 'its licence'} to scripts/licences`,
      );
    const found = names.get(text.trim()) ?? new Set();
    names.set(text.trim(), found.add(version === undefined ? name : `${name} ${version}`));
  }
  return [...names].map(([text, of]) => ({ packages: [...of].toSorted(), text }));
}
