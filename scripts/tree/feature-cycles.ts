import type { SourceFile } from './source.ts';

const TEST = /\.(test|e2e|emulator)\.tsx?$/;
const FEATURE = /^((?:server|src)\/features\/[^/]+)\//;

/** The features that each feature imports, each with one such import as text. */
type FeatureImports = Map<string, Map<string, string>>;

/**
 * Finds cycles of features that import each other, directly or through others; one sentence per cycle. Type-only
 * imports count, because understanding one feature of a cycle requires reading all; those of tests do not.
 */
export function findFeatureCycles(sources: readonly SourceFile[]): string[] {
  const needs = readFeatureImports(sources);
  const found = new Map<string, string>();
  for (const feature of [...needs.keys()].toSorted()) {
    const cycle = findShortestCycle(needs, feature);
    const members = cycle?.toSorted().join() ?? '';
    if (cycle && !found.has(members)) found.set(members, describeCycle(needs, cycle));
  }
  return [...found.values()];
}

function readFeatureImports(sources: readonly SourceFile[]): FeatureImports {
  const needs: FeatureImports = new Map();
  for (const { path, imports } of sources) {
    const from = FEATURE.exec(path)?.[1];
    if (from === undefined || TEST.test(path)) continue;
    const others = needs.get(from) ?? new Map<string, string>();
    needs.set(from, others);
    for (const { to } of imports) {
      const other = FEATURE.exec(to)?.[1];
      if (other !== undefined && other !== from && !others.has(other))
        others.set(other, `${path} imports ${to}`);
    }
  }
  return needs;
}

function findShortestCycle(needs: FeatureImports, start: string): string[] | null {
  const seen = new Set<string>();
  let trails = [[start]];
  while (trails.length > 0) {
    const longer: string[][] = [];
    for (const trail of trails) {
      for (const next of needs.get(trail.at(-1) ?? '')?.keys() ?? []) {
        if (next === start) return trail;
        if (seen.has(next)) continue;
        seen.add(next);
        longer.push([...trail, next]);
      }
    }
    trails = longer;
  }
  return null;
}

function describeCycle(needs: FeatureImports, cycle: string[]): string {
  const steps = cycle.map((feature, index) =>
    needs.get(feature)?.get(cycle[index + 1] ?? cycle[0] ?? ''),
  );
  return `Feature cycle: ${[...cycle, cycle[0]].join(' → ')} (${steps.join('; ')}).`;
}
