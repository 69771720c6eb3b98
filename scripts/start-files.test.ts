import { expect, it } from 'vitest';
import type { PageScripts } from './page-files.ts';
import {
  V8_COMPILE_HINT,
  START_PAGES,
  findOfflineStartScriptFaults,
  findSeatModuleFaults,
  findStartScriptFaults,
} from './start-files.ts';

const SCRIPTS = ['vendor.js', 'shell.js', 'words.js', 'page.js'];

const built = (scripts = SCRIPTS): PageScripts => ({
  shell: [],
  pages: Object.fromEntries(START_PAGES.map((path) => [path, { en: scripts, fr: scripts }])),
});

it('a start of a few large scripts is as it should be', () =>
  expect(findStartScriptFaults(built(), () => 12)).toEqual([]));

it('a small script that a start waits for is named', () => {
  const faults = findStartScriptFaults(built(), (file) => (file === 'words.js' ? 9.9 : 12));
  expect(faults).toEqual([expect.stringMatching(/^words\.js has 9\.9 kB/)]);
});

it('a start of more requests than promised is named, in each language', () => {
  const many = Array.from({ length: 10 }, (_, index) => `part-${index}.js`);
  const faults = findStartScriptFaults(built(many), () => 12);
  expect(faults).toHaveLength(START_PAGES.length * 2);
  expect(faults[0]).toMatch(/16 requests/);
});

it('a page of the start that the build does not name is missed', () =>
  expect(findStartScriptFaults({ shell: [], pages: {} }, () => 12)).toHaveLength(
    START_PAGES.length,
  ));

it.each([
  'features/flight-companion/engine/journey.ts',
  'features/cabin-sounds/queries.ts',
  'features/crew-card/engine/card-texts.ts',
  'features/route-map/engine/coast-lines.ts',
  'features/turbulence-meter/engine/motion.ts',
  'locales/fr/sounds.json',
])('a start that loads %s, which is for the seat, is named', (module) => {
  const list = (file: string) => (file === 'page.js' ? [`/envol/src/${module}`] : ['/envol/src/x']);
  expect(findSeatModuleFaults(built(), list)).toEqual([expect.stringContaining(module)]);
  const inShell = { shell: ['page.js'], pages: {} };
  expect(findSeatModuleFaults(inShell, list)).toHaveLength(1);
  const onItsOwnPage = { shell: [], pages: { '/flight': { en: ['page.js'] } } };
  expect(findSeatModuleFaults(onItsOwnPage, list)).toEqual([]);
});

/** The document of a start without a network that names this many scripts. */
const writeDocument = (count: number) =>
  `<script src="/first.js"></script>${'<link rel="modulepreload" href="/assets/part-1a2b3c4d.js">'.repeat(count)}`;

it('a start without a network that reads many scripts is named', () => {
  const read = () => `${V8_COMPILE_HINT}\nexport{}`;
  expect(findOfflineStartScriptFaults(writeDocument(6), read)).toEqual([]);
  expect(findOfflineStartScriptFaults(writeDocument(7), read)).toEqual([
    expect.stringMatching(/7 scripts/),
  ]);
});

it('a script of such a start that is compiled call by call is named', () =>
  expect(findOfflineStartScriptFaults(writeDocument(1), () => 'export{}')).toEqual([
    expect.stringMatching(/part-1a2b3c4d\.js does not begin/),
  ]));
