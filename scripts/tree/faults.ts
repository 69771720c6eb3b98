import { IMPORT_RULES } from './import-rules.ts';
import type { Source } from './source.ts';

const TEST = /\.(test|e2e|emulator)\.tsx?$/;
const LONGEST = 300;
const LONGEST_TEST = 400;
const MEDIAN = 80;

/** Names that tell nobody what a file holds. */
const EMPTY_NAMES = /(^|\/)(index|utils?|helpers?|misc|types|common)\.tsx?$/;

const SERVER_FEATURE = /^server\/features\/[^/]+\/([^/]+)$/;
const SERVER_VOCABULARY =
  /^(table|reads|writes|policy|routes|service|webhook|wire|import|letters)(\.test)?\.ts$/;
const WEB_FEATURE = /^src\/features\/[^/]+\/([^/]+)$/;
const WEB_VOCABULARY = /^([a-z-]+-page\.tsx|(queries|model|store)(\.test)?\.tsx?)$/;
const FEATURE_FOLDER = /^(?:src|server)\/features\/[^/]+/;
const LARGEST_FEATURE = 24;

/** Every way in which the tree breaks its rules, a sentence each. */
export function faultsOf(sources: readonly Source[]): string[] {
  return [
    ...sources.flatMap(importFaults),
    ...sources.flatMap(nameFaults),
    ...sources.flatMap(lengthFaults),
    ...medianFault(sources),
    ...crowdedFeatures(sources),
    ...cycles(sources),
  ];
}

function importFaults({ path, imports }: Source): string[] {
  return IMPORT_RULES.flatMap((rule) => {
    const from = rule.from.exec(path);
    if (!from || rule.fromUnless?.test(path)) return [];
    const unless = rule.unless && new RegExp(rule.unless.replaceAll('$1', from[1] ?? ''));
    return imports
      .filter(({ to, typeOnly }) => {
        if (!rule.to.test(to) || (rule.typesAllowed && typeOnly)) return false;
        return !(unless && unless.test(to));
      })
      .map(({ to }) => `${path} imports ${to}: ${rule.name} (${rule.why}).`);
  });
}

function nameFaults({ path }: Source): string[] {
  if (EMPTY_NAMES.test(path)) return [`${path}: the name does not say what the file holds.`];
  const inServer = SERVER_FEATURE.exec(path)?.[1];
  if (inServer && !SERVER_VOCABULARY.test(inServer)) {
    return [
      `${path}: a server feature has table, reads, writes, policy, routes, service, webhook, wire, import, letters.`,
    ];
  }
  const inWeb = WEB_FEATURE.exec(path)?.[1];
  if (inWeb && !WEB_VOCABULARY.test(inWeb)) {
    return [
      `${path}: a web feature has <name>-page.tsx, queries.ts, model.ts, store.ts, and folders.`,
    ];
  }
  return [];
}

function lengthFaults({ path, lines }: Source): string[] {
  const most = TEST.test(path) ? LONGEST_TEST : LONGEST;
  return lines > most ? [`${path} has ${lines} lines; ${most} is the most.`] : [];
}

function medianFault(sources: readonly Source[]): string[] {
  const lengths = sources.map(({ lines }) => lines).toSorted((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  return median > MEDIAN ? [`The median file has ${median} lines; ${MEDIAN} is the most.`] : [];
}

function crowdedFeatures(sources: readonly Source[]): string[] {
  const folders = Map.groupBy(
    sources.filter(({ path }) => FEATURE_FOLDER.test(path) && !TEST.test(path)),
    ({ path }) => FEATURE_FOLDER.exec(path)?.[0] ?? '',
  );
  return [...folders]
    .filter(([, files]) => files.length > LARGEST_FEATURE)
    .map(([folder, files]) => `${folder} has ${files.length} files: split it into sub-features.`);
}

/** Files that need each other at run time; a circle of types alone is none. */
function cycles(sources: readonly Source[]): string[] {
  const edges = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.filter(({ typeOnly }) => !typeOnly).map(({ to }) => to),
    ]),
  );
  const done = new Set<string>();
  const found: string[] = [];
  function visit(file: string, trail: string[]): void {
    const start = trail.indexOf(file);
    if (start >= 0) {
      found.push(`Circle: ${[...trail.slice(start), file].join(' → ')}.`);
      return;
    }
    if (done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  }
  for (const file of edges.keys()) visit(file, []);
  return found;
}
