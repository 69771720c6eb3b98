/** The parameters of a call, nested by Stripe's bracket notation. */
export interface NestedParams {
  [name: string]: string | NestedParams | undefined;
}

/**
 * Parses a URL-encoded form with nested names such as `items[0][price]=x` to nested objects; a list becomes an object
 * with the keys 0, 1, 2.
 */
export function parseNestedForm(text: string): NestedParams {
  const parsed: NestedParams = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = name.split(/[[\]]+/).filter(Boolean);
    const last = steps.pop() ?? name;
    let place = parsed;
    for (const step of steps) place = (place[step] ??= {}) as NestedParams;
    // `expand[]=a&expand[]=b`, as people write it and the SDK never does.
    place[name.endsWith('[]') ? `${Object.keys(place).length}` : last] = value;
  }
  return parsed;
}

/** Returns the text at a path of names in a form parsed by `parseNestedForm`; undefined when there is none. */
export function readTextParam(params: NestedParams, ...path: string[]): string | undefined {
  let place: string | NestedParams | undefined = params;
  for (const step of path) place = typeof place === 'object' ? place[step] : undefined;
  return typeof place === 'string' ? place : undefined;
}

/**
 * Returns the number at a path of names in a form parsed by `parseNestedForm`; undefined when there is none, NaN when it is
 * not a number.
 */
export function readNumberParam(params: NestedParams, ...path: string[]): number | undefined {
  const text = readTextParam(params, ...path);
  return text === undefined ? undefined : Number(text);
}

/** Returns the nested object at a path of names in a form parsed by `parseNestedForm`; empty when there is none. */
export function readMapParam(params: NestedParams, ...path: string[]): Record<string, string> {
  let place: string | NestedParams | undefined = params;
  for (const step of path) place = typeof place === 'object' ? place[step] : undefined;
  return typeof place === 'object' ? (place as Record<string, string>) : {};
}
