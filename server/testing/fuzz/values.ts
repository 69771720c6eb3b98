import * as fc from 'fast-check';
import { LANGUAGES } from '#shared/rules/languages.ts';

/** A JSON Schema, as far as the OpenAPI document uses it. */
export interface OpenApiSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: OpenApiSchema[];
  oneOf?: OpenApiSchema[];
  allOf?: OpenApiSchema[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  items?: OpenApiSchema;
  properties?: Record<string, OpenApiSchema>;
  required?: string[];
  additionalProperties?: boolean | OpenApiSchema;
  propertyNames?: OpenApiSchema;
}

/** A number from 0 (included) to 1 (excluded). */
export type RandomGenerator = () => number;

/** Values seen in replies, by property name: ids, slugs and the like of all people. */
export type KnownValues = Map<string, unknown[]>;

const MAX_KNOWN = 40;
/** A push subscription belongs to the person who knows its endpoint. */
const SECRET = /password|^endpoint$/i;
const NUL = String.fromCharCode(0);

/** Picks a random item of a list. Throws when the list is empty. */
export function pickRandom<Item>(random: RandomGenerator, list: readonly Item[]): Item {
  const item = list.at(Math.floor(random() * list.length));
  if (item === undefined) throw new Error('There is nothing to pick from');
  return item;
}

/**
 * Stores the texts in a reply, or in a request that was accepted, by property name, so that the fuzzer can use them in
 * later requests; passwords and the addresses of push subscriptions are left out. Ids are also stored by `resource` and by
 * the list that contains them (those of `steps` as `stepId`, and by the path `steps` beside `resource`).
 */
export function rememberValues(
  known: KnownValues,
  random: RandomGenerator,
  body: unknown,
  resource: string,
  name = '',
): void {
  const remember = (key: string, value: string) => {
    const list = known.get(key) ?? [];
    known.set(key, list);
    if (list.includes(value)) return;
    if (list.length < MAX_KNOWN) list.push(value);
    else list[Math.floor(random() * MAX_KNOWN)] = value;
  };
  const visit = (node: unknown, key: string, parent: string): void => {
    if (Array.isArray(node)) for (const item of node.slice(0, 20)) visit(item, key, parent);
    else if (typeof node === 'object' && node !== null)
      for (const [inner, value] of Object.entries(node)) visit(value, inner, key);
    else if (typeof node === 'string' && node.length <= 200) {
      if (!SECRET.test(key)) remember(key, node);
      if (key === 'id') {
        remember(resource, node);
        remember(`${parent.replace(/s$/, '')}Id`, node);
        // What a list within a reply holds has a path of its own: `passes` of a person, /api/admin/passes.
        if (parent !== '')
          remember(`${resource.split('/').slice(0, -1).join('/')}/${parent}`, node);
      }
      const link = URL.parse(node, 'http://localhost');
      // Pages of the sandbox: /sandbox/checkout?checkout=….
      for (const [what, value] of link?.searchParams ?? [])
        remember(`/api/sandbox/${what}s`, value);
      // The link to a draft: /preview#….
      if (link && link.hash.length > 1) remember('token', link.hash.slice(1));
    }
  };
  visit(body, name, '');
}

const LETTERS = ['a', 'b', 'c', 'd', 'é', ' ', 'ü', '…', '🛫', 'z', '-', '1', '9'] as const;

/** Values that fit no schema, and some that a careless one accepts. */
const ODD: readonly unknown[] = [
  ...[null, true, false, [], {}, [[[[]]]], { $gt: '' }, ''],
  ...[0, -0, -1, 5, 0.1, 1e-7, 1e308, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21],
  ...[' ', NUL, `a${NUL}b`, '\ud800', '\ufeff', '\u202eabc', '\u200b', '__proto__', 'constructor'],
  ...["' or 1=1 --", '%', '%00', '\\', '../../etc/passwd', '<script>alert(1)</script>', '${7*7}'],
  ...['x'.repeat(300), 'é'.repeat(5000), '𝕏'.repeat(1000), '\n'.repeat(50), 'null', 'NaN'],
  ...['0001-01-01', '0000-01-01', '2026-02-30', '9999-12-31', '+275760-09-13', '2026-11-22'],
  ...['2026-11-22T12:00:00.000Z', '2100-12-31T23:59:60Z', '1999-12-31T23:59:59.999999999Z'],
  ...['Etc/GMT+14', 'europe/paris', 'UTC', '+01:00', 'Antarctica/Troll', 'ar-EG-u-nu-arab'],
  ...['019a0000-0000-7000-8000-000000000000', '00000000-0000-0000-0000-000000000000'],
];

/** Plausible values by property name, for schemas that say too little. */
const HINTS: readonly [RegExp, (random: RandomGenerator) => unknown][] = [
  [
    /zone/i,
    (random) => pickRandom(random, ['Europe/Paris', 'UTC', 'Asia/Kathmandu', 'Pacific/Apia']),
  ],
  [/(On|date|day)$/i, (random) => createDate(random).slice(0, 10)],
  [/(At|until|since|moment)$/, (random) => createDate(random)],
  [/airport/i, (random) => pickRandom(random, ['CDG', 'JFK', 'NRT', 'ZZZ'])],
  [/number/i, (random) => pickRandom(random, ['AF 8', 'BA117', 'LH 400'])],
  [/email/i, (random) => `fuzz-${Math.floor(random() * 1e9)}@example.com`],
  [/locale|lang/i, (random) => pickRandom(random, LANGUAGES)],
  [/version/i, () => '2026-11'],
];

function createDate(random: RandomGenerator): string {
  const daysFromNow = random() < 0.8 ? (random() - 0.7) * 60 : (random() - 0.5) * 40_000;
  return new Date(Date.now() + daysFromNow * 86_400_000).toISOString();
}

function createUuid(random: RandomGenerator): string {
  const digits = (count: number) =>
    Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${digits(8)}-${digits(4)}-7${digits(3)}-8${digits(3)}-${digits(12)}`;
}

/** Generates values of JSON schemas, some of them deliberately invalid. */
export class ValueMaker {
  readonly #random: RandomGenerator;
  readonly #known: KnownValues;
  /** Share (0 to 1) of the places with an invalid value. */
  oddity = 0;

  constructor(random: RandomGenerator, known: KnownValues) {
    this.#random = random;
    this.#known = known;
  }

  make(schema: OpenApiSchema, name = '', depth = 0): unknown {
    const random = this.#random;
    if (random() < this.oddity) return pickRandom(random, ODD);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return pickRandom(random, schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return this.make(pickRandom(random, choices), name, depth);
    if (schema.allOf) {
      const parts = schema.allOf.map((part) => this.make(part, name, depth) as object);
      return Object.assign({}, ...parts) as unknown;
    }
    const type = Array.isArray(schema.type) ? pickRandom(random, schema.type) : schema.type;
    if (type === 'object' || schema.properties) return this.#makeObject(schema, depth);
    if (type === 'array') return this.#makeList(schema, name, depth);
    if (type === 'integer' || type === 'number') return this.#makeNumber(schema, type, name);
    if (type === 'boolean') return random() < 0.5;
    if (type === 'null') return null;
    if (type === 'string') return this.#makeText(schema, name);
    return pickRandom(random, ODD);
  }

  #makeObject({ properties = {}, required = [], ...schema }: OpenApiSchema, depth: number) {
    const random = this.#random;
    const made: Record<string, unknown> = {};
    // Some things are only accepted whole.
    const leftOut = random() < 0.5 ? 0 : 0.3;
    for (const [key, value] of Object.entries(properties)) {
      const isLeftOut = !required.includes(key) && random() < leftOut;
      if (!isLeftOut && random() >= this.oddity) made[key] = this.make(value, key, depth + 1);
    }
    if (typeof schema.additionalProperties === 'object' && depth < 6) {
      const names = schema.propertyNames ?? { type: 'string' };
      const whole = names.enum && random() < 0.3 ? names.enum : [];
      for (const key of whole)
        made[String(key)] = this.make(schema.additionalProperties, '', depth + 1);
      for (let left = Math.floor(random() * 6); left > 0; left--)
        made[String(this.make(names))] = this.make(schema.additionalProperties, '', depth + 1);
    }
    if (random() < this.oddity)
      made[pickRandom(random, ['extra', 'id', 'role', 'userId'])] = 'admin';
    return made;
  }

  #makeList(
    { items = {}, minItems = 0, maxItems = 5 }: OpenApiSchema,
    name: string,
    depth: number,
  ) {
    const random = this.#random;
    const most = random() < this.oddity ? 300 : Math.min(maxItems, minItems + 5);
    const count = Math.round(minItems + random() * Math.max(0, most - minItems));
    return Array.from({ length: depth > 6 ? 0 : count }, () => this.make(items, name, depth + 1));
  }

  #makeNumber({ minimum = 0, maximum = 1000 }: OpenApiSchema, type: string, name: string): number {
    const random = this.#random;
    // An edit names the version that it changes, and most things were edited a few times at most.
    if (name === 'version' && random() < 0.8) return Math.ceil(random() * 3);
    const low = Math.max(minimum, -1e9);
    const high = Math.min(maximum, 1e9);
    const edge = random();
    if (edge < 0.1) return minimum;
    if (edge < 0.2) return maximum;
    const value = low + random() * (high - low);
    return type === 'integer' ? Math.round(value) : value;
  }

  #makeText(
    { format, pattern, minLength = 0, maxLength = 100 }: OpenApiSchema,
    name: string,
  ): string {
    const random = this.#random;
    const own = this.#known.get(name) ?? [];
    const seen = own.length > 0 && random() < 0.8 ? own : format === 'uuid' ? this.#ids() : own;
    if (seen.length > 0 && random() < 0.7) return String(pickRandom(random, seen));
    if (pattern !== undefined && format === undefined) return this.#match(pattern);
    if (format === 'uuid') return createUuid(random);
    if (format === 'date-time') return createDate(random);
    if (format === 'date') return createDate(random).slice(0, 10);
    if (format === 'email') return `fuzz-${Math.floor(random() * 1e9)}@example.com`;
    const hint = HINTS.find(([of]) => of.test(name));
    if (hint && random() < 0.9) return String(hint[1](random));
    const length = Math.min(maxLength, minLength + Math.floor(random() * 40));
    return Array.from({ length }, () => pickRandom(random, LETTERS)).join('');
  }

  #match(pattern: string): string {
    const seed = Math.floor(this.#random() * 2 ** 31);
    const [match = ''] = fc.sample(fc.stringMatching(new RegExp(pattern)), { seed, numRuns: 1 });
    return match;
  }

  #ids(): unknown[] {
    return this.#known.get('id') ?? [];
  }
}
