import { type ReactNode, useState } from 'react';
import type { Translate as TranslateIn } from '#web/lib/translation.ts';

/** The catalogues that specimens take their words from; the first is the one of keys without a prefix. */
export const SPECIMEN_NAMESPACES = ['ui', 'auth', 'ladder', 'player', 'rehearsal', 'home'] as const;

/** Returns a text of those catalogues in the language of the page. */
export type Translate = TranslateIn<typeof SPECIMEN_NAMESPACES>;

/** A component, named as in the code, in each state that it can be in; the names of states say what differs. */
export interface Specimen {
  component: string;
  states: Record<string, ReactNode>;
}

/** Keeps a value for a component whose caller keeps it. */
export function Kept<Value>({
  initial,
  children,
}: {
  initial: Value;
  children: (value: Value, change: (value: Value) => void) => ReactNode;
}) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}

/** Counts the calls of the function that its child is given, so that a press can be seen. */
export function Counted({ children }: { children: (count: () => void) => ReactNode }) {
  return (
    <Kept initial={0}>
      {(calls, set) => (
        <>
          {children(() => set(calls + 1))} <output data-calls="">{calls}</output>
        </>
      )}
    </Kept>
  );
}
