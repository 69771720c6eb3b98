/// <reference types="node" />
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// A message counts as used if a string literal is its key or a level above, or begins a template with it, written with the
// feature (`plan:title`) or alone in a file that names the feature. All messages of a catalogue whose file is named
// (`plan.json`) are used: it is read whole, for e-mails and announcements.

/** String literals, also those within a template. */
const LITERALS = /'([^'\n\\`]*)'|"([^"\n\\`]*)"|`([^`$\n\\]*)`/gu;
/** The beginning of a template that names several messages, such as `security:events.` of `security:events.${type}`. */
const HEADS = /`([a-z-]+:[\w.]*|[\w.]+)\$\{/gu;

interface Uses {
  literals: Set<string>;
  heads: string[];
}

function readSource(source: string): Uses {
  const literals = [...source.matchAll(LITERALS)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  );
  return {
    literals: new Set(literals),
    heads: [...source.matchAll(HEADS)].map(([, head = '']) => head),
  };
}

/** A key and the levels above it, which a list or a group of messages is asked for by. */
function listPrefixes(name: string): string[] {
  const steps = name.split('.');
  return steps.map((_, index) => steps.slice(0, index + 1).join('.'));
}
const isNamed = ({ literals, heads }: Uses, name: string) =>
  listPrefixes(name).some((prefix) => literals.has(prefix)) ||
  heads.some((head) => name.startsWith(head));

function* listKeys(value: unknown, key = ''): Generator<string> {
  if (typeof value === 'string') yield key.replace(/_(?:zero|one|two|few|many|other)$/u, '');
  else
    for (const [step, inner] of Object.entries(value as object))
      yield* listKeys(inner, key ? `${key}.${step}` : step);
}

/** Creates a function that lists the keys of a feature's catalogue that these sources do not ask for. */
function createCheck(sources: readonly Uses[]) {
  const everywhere: Uses = {
    literals: new Set(sources.flatMap(({ literals }) => [...literals])),
    heads: sources.flatMap(({ heads }) => heads.filter((head) => head.includes(':'))),
  };
  const files = new Set([...everywhere.literals].map((literal) => literal.split('/').at(-1)));
  return (feature: string, catalogue: unknown): string[] => {
    if (files.has(`${feature}.json`)) return [];
    const own = sources.filter(({ literals }) => literals.has(feature));
    return [...new Set(listKeys(catalogue))].filter(
      (key) => !isNamed(everywhere, `${feature}:${key}`) && !own.some((uses) => isNamed(uses, key)),
    );
  };
}

const root = new URL('../../', import.meta.url);
const findUnused = createCheck(
  globSync('{src,server,shared,scripts}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.(?:test|d)\.tsx?$/u.test(file))
    .map((file) => readSource(readFileSync(new URL(file, root), 'utf8'))),
);

test.each(readdirSync(new URL('en/', import.meta.url)))('no message of %s is unused', (file) => {
  const text = readFileSync(new URL(`en/${file}`, import.meta.url), 'utf8');
  const catalogue = JSON.parse(text) as unknown;
  expect(findUnused(file.replace('.json', ''), catalogue)).toEqual([]);
});

test.each([
  ['by name with its feature', "t('plan:list.title')", []],
  ['by itself where the feature is named', "useTranslation('plan'); t('list.title')", []],
  ['within a template', "`${t('plan:list.title')}.`", []],
  ['by a template', 't(`plan:list.${key}`)', []],
  ['as one of a group', "t('plan:list', { returnObjects: true })", []],
  ['by another name', "t('plan:list.heading')", ['list.title']],
  ['of another feature', "useTranslation('programs'); t('list.title')", ['list.title']],
])('a message asked for %s is known for what it is', (_how, source, unused) =>
  expect(createCheck([readSource(source)])('plan', { list: { title: 'Plan' } })).toEqual(unused),
);
