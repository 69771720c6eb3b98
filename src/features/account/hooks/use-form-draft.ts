import { useState } from 'react';
import { readDraft, removeDraft, writeDraft } from '#web/lib/drafts.ts';
import { useProfile } from '../queries.ts';

/**
 * Returns the state of a form whose text is kept on this device while it is typed, so that a pass or a sign-in that ends,
 * or a reload, loses nothing: what it holds, a function that changes a part of it, and one to call once it is saved.
 */
export function useFormDraft<Fields extends object>(name: string, initial: Fields) {
  const owner = useProfile().id;
  const [fields, setFields] = useState<Fields>(() => ({ ...initial, ...readDraft(owner, name) }));
  const change = (part: Partial<Fields>) => {
    // Only what was typed: the rest may be newer the next time.
    writeDraft(owner, name, { ...readDraft(owner, name), ...part });
    setFields({ ...fields, ...part });
  };
  return [fields, change, () => removeDraft(owner, name)] as const;
}
