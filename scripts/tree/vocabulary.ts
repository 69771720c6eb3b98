/** Names of files and folders that say nothing about their content. */
const EMPTY_NAMES = /(^|\/)(index|utils?|helpers?|misc|types|common)(\.tsx?$|\/)/;

/** The verbs with which a use-case file may begin. */
const VERBS = [
  'change',
  'end',
  'erase',
  'export',
  'hash',
  'identify',
  'issue',
  'lock',
  'narrate',
  'prepare',
  'reset',
  'send',
  'sign',
  'start',
  'sync',
  'withdraw',
  'write',
];

/** Matches the name of a use-case file: a verb and its object, such as `sign-up`. */
export const USE_CASE_FILE_PATTERN = `(?:${VERBS.join('|')})-[a-z-]+`;

const SERVER_KINDS = [
  'table',
  'reads',
  'writes',
  'wire',
  'policy',
  'routes',
  'service',
  'engine',
  'webhook',
  'import',
  'emails',
];
/** A mechanism of several files is a folder `engine/`, whose files are named after its parts. */
const SERVER_FILE = /^server\/features\/(?!.+\/engine\/).+\/([^/]+)$/;
const SERVER_NAME = new RegExp(
  `^(?:${SERVER_KINDS.join('|')}|${USE_CASE_FILE_PATTERN})(?:\\.test)?\\.ts$`,
);

const WEB_FILE = /^src\/features\/[^/]+\/([^/]+)$/;
const WEB_NAME = /^([a-z-]+-page\.tsx|(queries|model|store|engine)(\.test)?\.tsx?)$/;
const HOOK_FILE = /^src\/features\/.*\bhooks\/([^/]+)$/;

interface Named {
  path: string;
  imports: readonly { to: string }[];
}

/** Checks the name of a file against the naming rules; returns a sentence on the first fault, or an empty list. */
export function findFileNameFaults({ path, imports }: Named): string[] {
  if (EMPTY_NAMES.test(path)) return [`${path}: the name does not say what the file holds.`];
  const inServer = SERVER_FILE.exec(path)?.[1];
  if (inServer && !SERVER_NAME.test(inServer)) {
    return [
      `${path}: a server feature has ${SERVER_KINDS.join(', ')}, and use cases named by a verb (${VERBS.join(', ')}).`,
    ];
  }
  if (inServer === 'table.ts' && !imports.some(({ to }) => to === 'drizzle-orm/pg-core'))
    return [`${path}: table.ts declares tables, and this one declares none.`];
  const inWeb = WEB_FILE.exec(path)?.[1];
  if (inWeb && !WEB_NAME.test(inWeb)) {
    return [
      `${path}: a web feature has <name>-page.tsx, queries.ts, model.ts, store.ts, engine.ts, and folders.`,
    ];
  }
  const hook = HOOK_FILE.exec(path)?.[1];
  if (hook && !hook.startsWith('use-')) return [`${path}: hooks/ holds hooks, named use-….`];
  return [];
}
