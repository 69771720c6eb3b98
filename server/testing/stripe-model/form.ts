export type FormValue = string | FormValue[] | FormHash;
export interface FormHash {
  [name: string]: FormValue;
}

/**
 * Reads the body or the query of a request: `a[b][0][c]=d`. "Request bodies are form-encoded" (Stripe, API Reference).
 */
export function parseForm(encoded: string): FormHash {
  const root: FormHash = {};
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = [...name.matchAll(/[^[\]]+|\[\]/g)].map(([part]) => part);
    let at: FormHash = root;
    for (const [index, part] of path.entries()) {
      const key = part === '[]' ? String(Object.keys(at).length) : part;
      if (index === path.length - 1) at[key] = value;
      else at = (at[key] ??= {}) as FormHash;
    }
  }
  return root;
}

/** The text at a name; undefined where there is none. */
export function readText(form: FormHash, name: string): string | undefined {
  const value = form[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw new Error(`${name} is no text`);
  return value;
}

export function readNumber(form: FormHash, name: string): number | undefined {
  const value = readText(form, name);
  return value === undefined ? undefined : Number(value);
}

/** The hash at a name; empty where there is none. */
export function readHash(form: FormHash, name: string): FormHash {
  const value = form[name] ?? {};
  return typeof value === 'string' ? {} : (value as FormHash);
}

/** The entries of a list at a name, which is sent with numbers for names. */
export const readList = (form: FormHash, name: string): FormValue[] =>
  Object.values(readHash(form, name));

export const readMetadata = (form: FormHash): Record<string, string> =>
  readHash(form, 'metadata') as Record<string, string>;

/** Names of the form outside of those that an operation knows; an unknown one must fail loudly. */
export function listUnknownParams(form: FormHash, known: readonly string[]): string[] {
  return Object.keys(form).filter((name) => name !== 'expand' && !known.includes(name));
}
