import { useState } from 'react';
import { readDraft, removeDraft, writeDraft } from '#web/lib/drafts.ts';
import { useProfile } from '../queries.ts';

/**
 * Returns the fields of the form `name`, a function that changes some of them, and one to call once they are saved.
 * Until then unsaved input is stored on this device, so that a reload or an ended sign-in loses nothing; the form
 * starts with that input if there is any, else with `initial`.
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
