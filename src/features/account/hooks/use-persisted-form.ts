import { readFormDraft, removeFormDraft, writeFormDraftUnlessSignedOut } from '#web/lib/drafts.ts';
import { type FormOptions, useForm } from '#web/lib/use-form.ts';
import { useProfile } from '../queries.ts';

/**
 * A form (`useForm`) whose input is stored on this device under `name` until `forget` is called, so that a reload or an
 * ended sign-in loses nothing. It starts with what is stored, if anything is, else with `initial`.
 */
export function usePersistedForm<Draft extends object>(
  name: string,
  { initial, ...options }: Omit<FormOptions<Draft>, 'initial'> & { initial: Draft },
) {
  const owner = useProfile().id;
  const form = useForm<Draft>({
    ...options,
    initial: () => ({ ...initial, ...readFormDraft(owner, name) }),
    // Only what was typed: the rest may be newer the next time.
    onChange: (part) =>
      writeFormDraftUnlessSignedOut(owner, name, { ...readFormDraft(owner, name), ...part }),
  });
  return { ...form, forget: () => removeFormDraft(owner, name) };
}
