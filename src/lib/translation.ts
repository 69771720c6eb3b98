import type { i18n } from 'i18next';
import { useTranslation as useI18nextTranslation } from 'react-i18next';
import type { Catalogues } from './catalogues.ts';

export type Namespace = keyof Catalogues;
/** One catalogue, or several, of which the first is that of keys without a prefix. */
export type Namespaces = Namespace | readonly [Namespace, ...Namespace[]];

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutPluralForm<Key extends string> = Key extends `${infer Stem}_${PluralForm}` ? Stem : Key;

/** The paths of a catalogue's texts: `help.title`. */
type PathToText<Group, Prefix extends string = ''> = {
  [Key in keyof Group & string]: Group[Key] extends string
    ? `${Prefix}${WithoutPluralForm<Key>}`
    : Group[Key] extends readonly unknown[]
      ? never
      : PathToText<Group[Key], `${Prefix}${Key}.`>;
}[keyof Group & string];

// i18next's own types work the keys of all catalogues out anew at every call: half of the time that checking the app took.
// Here those of a catalogue are worked out once.
type TextKeys = { [Name in Namespace]: PathToText<Catalogues[Name]> };
type PrefixedTextKeys = { [Name in Namespace]: `${Name}:${TextKeys[Name]}` };

export type TextKey<Names extends Namespaces> = Names extends readonly [
  infer First extends Namespace,
  ...unknown[],
]
  ? TextKeys[First] | PrefixedTextKeys[Names[number] & Namespace]
  : TextKeys[Names & Namespace];

type ValueAt<Group, Path> = Path extends keyof Group
  ? Group[Path]
  : Path extends `${infer Key}.${infer Rest}`
    ? Key extends keyof Group
      ? ValueAt<Group[Key], Rest>
      : never
    : never;

type ListKey<Names extends Namespaces> = Names extends readonly [
  infer First extends Namespace,
  ...unknown[],
]
  ? First
  : Names;

export interface Values {
  [name: string]: unknown;
  /** Chooses the plural form. */
  count?: number;
}

/** Returns a text in the language of the page, or, where it is asked for, a list or group of texts. */
export interface Translate<Names extends Namespaces> {
  (key: TextKey<Names>, values?: Values): string;
  <Path extends string>(
    path: Path,
    values: Values & { returnObjects: true },
  ): ValueAt<Catalogues[ListKey<Names> & Namespace], Path>;
}

/** i18next's hook, with our catalogues' keys as its types. */
export const useTranslation = useI18nextTranslation as unknown as <
  const Names extends Namespaces = 'ui',
>(
  namespaces?: Names,
) => { t: Translate<Names>; i18n: i18n };
