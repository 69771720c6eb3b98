import { USE_CASE_FILE_PATTERN } from './vocabulary.ts';

/** Forbids files that match `from` to import files that match `to`. `$1` in `unless` is the first group of `from`. */
export interface ImportRule {
  name: string;
  why: string;
  from: RegExp;
  fromUnless?: RegExp;
  to: RegExp;
  unless?: string;
  /** `import type` is allowed. */
  typesAllowed?: boolean;
}

const TEST = /\.test\.tsx?$/;
const DATA_FILE = new RegExp(
  `^server/(db|testing)/|/(table|reads|writes|${USE_CASE_FILE_PATTERN})\\.ts$|\\.test\\.ts$`,
);

export const IMPORT_RULES: readonly ImportRule[] = [
  {
    name: 'shared stands alone',
    why: 'both sides compute with shared/, so it may need neither',
    from: /^shared\//,
    to: /^(src|server|scripts|bench|e2e)\//,
  },
  {
    name: 'browser and server apart',
    why: 'they meet in shared/ and nowhere else',
    from: /^src\//,
    to: /^server\//,
  },
  {
    name: 'server and browser apart',
    why: 'they meet in shared/ and nowhere else',
    from: /^server\//,
    to: /^src\//,
  },
  {
    name: 'only types of the contract in the browser',
    why: 'a value would bring the validation library into the bundle',
    from: /^src\//,
    to: /^(shared\/contract\/|zod$)/,
    typesAllowed: true,
  },
  {
    name: 'ui knows no product',
    why: 'src/ui holds what could ship in another product',
    from: /^src\/ui\//,
    to: /^(src\/(app|features|locales)|shared\/contract)\//,
  },
  {
    name: 'lib knows no feature',
    why: 'features stand on lib, not the other way round',
    from: /^src\/lib\//,
    to: /^src\/(app|features|ui)\//,
  },
  {
    name: 'features know no app',
    why: 'src/app is the only place where features meet',
    from: /^src\/features\//,
    to: /^src\/app\//,
  },
  {
    name: 'web features meet through queries and models',
    why: "another feature's queries.ts and model.ts are its face, with the components, hooks and engines it offers",
    from: /^src\/features\/([^/]+)\//,
    fromUnless: TEST,
    to: /^src\/features\//,
    unless:
      '^src/features/($1/|[^/]+/(queries|model|store)\\.ts$|[^/]+/(components/[^/]+\\.tsx|(engine|hooks)/[^/]+\\.ts)$)',
  },
  {
    name: 'db and http know no feature',
    why: 'features stand on them; what they need of a feature is handed to them in server/app.ts',
    from: /^server\/(db|http)\//,
    fromUnless: TEST,
    to: /^server\/features\//,
  },
  {
    name: 'server features meet through reads and writes',
    why: "another feature's reads, writes, use cases, wire and table are its face; its routes are not",
    from: /^server\/features\/([^/]+)\//,
    fromUnless: TEST,
    to: /^server\/features\//,
    unless: `^server/features/($1/|[^/]+/([^/]+/)?(reads|writes|table|wire|${USE_CASE_FILE_PATTERN})\\.ts$)`,
  },
  {
    name: 'Drizzle stays with the data',
    why: 'only tables, reads, writes, use cases and db/ know how rows are stored',
    from: /^server\//,
    fromUnless: DATA_FILE,
    to: /^(drizzle-orm|pg$|pg-copy-streams$)/,
    typesAllowed: true,
  },
  {
    name: 'third parties stay in service.ts',
    why: 'an SDK is met in one file a feature, so that it can be replaced there',
    from: /^server\/features\//,
    fromUnless: /\/service\.ts$|\.test\.ts$/,
    to: /^(better-auth|stripe|nodemailer|jose|@firebase|altcha)/,
    typesAllowed: true,
  },
  {
    name: 'Firebase stays in its adapter',
    why: 'it is loaded where it signs people in, and nowhere else',
    from: /^(src|shared)\//,
    fromUnless: /^src\/features\/identity\/adapters\/firebase/,
    to: /^@firebase\//,
  },
  {
    name: 'the product knows no page of development',
    why: 'src/dev is served by `npm run dev` alone',
    from: /^(server|src|shared)\//,
    fromUnless: /^src\/dev\//,
    to: /^src\/dev\//,
  },
  {
    name: 'the product knows no test',
    why: 'what people run never needs what only tests need',
    from: /^(server|src|shared)\//,
    fromUnless: /^server\/testing\/|\.test\.tsx?$/,
    to: /^(server\/testing|e2e|bench)\/|\.test\.tsx?$|^(vitest|fast-check|playwright-core)$/,
  },
];
