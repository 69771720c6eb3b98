import { findFeatureCycles } from './feature-cycles.ts';
import { IMPORT_RULES } from './import-rules.ts';
import type { SourceFile } from './source.ts';
import { findFileNameFaults } from './vocabulary.ts';

const TEST = /\.(test|e2e|emulator)\.tsx?$/;
const MAX_LINES = 300;
const MAX_TEST_LINES = 400;
const MAX_MEDIAN_LINES = 80;

/** A part of a server feature is a sub-feature, counted by itself; the folders of a web feature are kinds of its files. */
const FEATURE_FOLDER = /^(?:src\/features\/[^/]+|server\/features\/[^/]+(?:\/[^/]+(?=\/))?)/;
const MAX_FEATURE_FILES = 24;

/**
 * Checks all source files against the repository's rules on imports, names, lengths, grouped properties, sizes of
 * features and import cycles; one sentence per fault.
 */
export function findTreeFaults(sources: readonly SourceFile[]): string[] {
  return [
    ...sources.flatMap(findImportFaults),
    ...sources.flatMap(findFileNameFaults),
    ...sources.flatMap(findLengthFaults),
    ...sources.flatMap(findGroupingFaults),
    ...findMedianFault(sources),
    ...findCrowdedFeatures(sources),
    ...findCycles(sources),
    ...findFeatureCycles(sources),
  ];
}

function findImportFaults({ path, imports }: SourceFile): string[] {
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

function findLengthFaults({ path, lines }: SourceFile): string[] {
  const limit = TEST.test(path) ? MAX_TEST_LINES : MAX_LINES;
  return lines > limit ? [`${path} has ${lines} lines; ${limit} is the most.`] : [];
}

const findGroupingFaults = ({ path, groupsProperties }: SourceFile): string[] =>
  groupsProperties ? [`${path} spreads an object literal: write its properties out.`] : [];

function findMedianFault(sources: readonly SourceFile[]): string[] {
  const lengths = sources.map(({ lines }) => lines).toSorted((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  return median > MAX_MEDIAN_LINES
    ? [`The median file has ${median} lines; ${MAX_MEDIAN_LINES} is the most.`]
    : [];
}

function findCrowdedFeatures(sources: readonly SourceFile[]): string[] {
  const folders = Map.groupBy(
    sources.filter(({ path }) => FEATURE_FOLDER.test(path) && !TEST.test(path)),
    ({ path }) => FEATURE_FOLDER.exec(path)?.[0] ?? '',
  );
  return [...folders]
    .filter(([, files]) => files.length > MAX_FEATURE_FILES)
    .map(([folder, files]) => `${folder} has ${files.length} files: split it into sub-features.`);
}

function findCycles(sources: readonly SourceFile[]): string[] {
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
      found.push(`Import cycle: ${[...trail.slice(start), file].join(' → ')}.`);
      return;
    }
    if (done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  }
  for (const file of edges.keys()) visit(file, []);
  return found;
}
