import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { getFieldFaultKeys, useErrorMessage } from './error-message.ts';
import { useTranslation } from './translation.ts';

/** What is wrong with a form's fields, by their names: a sentence each, and nothing for a field that is right. */
export type FormFaults = Record<string, string | false | null | undefined>;

export interface FormOptions<Draft extends object> {
  /** What the fields hold at first. */
  initial: Draft | (() => Draft);
  /** Finds what is wrong with a draft. It is shown once a person tried to submit it, and goes once it is mended. */
  validate?: (draft: Draft) => FormFaults;
  /** The mutation that sends the form; none where nothing is sent, or what is sent waits in the write queue. */
  request?: { error: Error | null; isPending: boolean };
  /**
   * Finds what a refused request says about the fields, beside what the body of the reply says by their names; null for
   * a field whose name means another in the body.
   */
  describeRefusal?: (error: Error) => FormFaults;
  /** Called with what a person has changed. */
  onChange?: (part: Partial<Draft>) => void;
  /** Called with a draft in which `validate` finds nothing, unless the last one is still being sent. */
  onSubmit: (draft: Draft) => void;
}

/**
 * Returns the state of a form: what its fields hold (`draft`), what is wrong with them (`faults`), and why it was not
 * sent where no field says so (`error`, and `failure` as a sentence). What was typed stays when it is refused, and the
 * first field with a fault gets the focus. Spread `props` on the form, and what `bind…` returns on each field.
 */
export function useForm<Draft extends object>({
  initial,
  validate,
  request,
  describeRefusal,
  onChange,
  onSubmit,
}: FormOptions<Draft>) {
  const { t } = useTranslation(['errors']);
  const describeError = useErrorMessage();
  const ref = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const refusal = request?.error ?? null;
  const found = keepFaults(validate?.(draft));
  const refused = keepFaults({
    ...mapValues(getFieldFaultKeys(refusal), (fault) => t(fault)),
    ...omitUnsaid(refusal && describeRefusal?.(refusal)),
  });
  const faults: Partial<Record<string, string>> = { ...refused, ...(isChecked && found) };
  const error = Object.keys(refused).some((name) => name in draft) ? null : refusal;
  useEffect(() => {
    if (refusal) focusFirstFault(ref.current);
  }, [refusal]);

  const set = (part: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...part }));
    onChange?.(part);
  };
  const submit = () => {
    const isFaulty = Object.keys(found).length > 0;
    flushSync(() => setChecked(isFaulty));
    if (isFaulty) focusFirstFault(ref.current);
    else if (!request?.isPending) onSubmit(draft);
  };
  return {
    draft,
    set,
    faults,
    error,
    failure: error && describeError(error),
    isPending: request?.isPending ?? false,
    /** Starts anew, with what the fields held at first or with `next`, and shows no fault of it. */
    reset: (next: Draft | (() => Draft) = initial) => {
      setDraft(next);
      setChecked(false);
    },
    submit,
    props: {
      ref,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        submit();
      },
    },
    /** Returns the props of a field whose `onChange` gets an event; a select's options must be values of the field. */
    bindInput: <Name extends keyof Draft & string>(name: Name) => ({
      value: draft[name],
      error: faults[name],
      onChange: ({ target }: { target: { value: string } }) =>
        set({ [name]: target.value } as Partial<Draft>),
    }),
    /** Returns the props of a field whose `onChange` gets the value. */
    bindValue: <Name extends keyof Draft & string>(name: Name) => ({
      value: draft[name],
      error: faults[name],
      onChange: (value: NonNullable<Draft[Name]>) => set({ [name]: value } as Partial<Draft>),
    }),
  };
}

export type FormFrameState = Pick<
  ReturnType<typeof useForm>,
  'props' | 'error' | 'failure' | 'isPending'
>;

const mapValues = <Value, Result>(
  values: Record<string, Value>,
  change: (value: Value) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

const keepFaults = (faults: FormFaults | null | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(faults ?? {}).flatMap(([name, fault]) => (fault ? [[name, fault]] : [])),
  );

const omitUnsaid = (faults: FormFaults | null | undefined): FormFaults =>
  Object.fromEntries(
    Object.entries(faults ?? {}).filter(([, fault]) => fault !== false && fault !== undefined),
  );

/** Focuses the first invalid field of a form, and opens what it is collapsed in. */
function focusFirstFault(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  for (
    let around = field?.closest('details');
    around;
    around = around.parentElement?.closest('details')
  )
    around.open = true;
  field?.focus({ preventScroll: true });
  // Its error is below it, and would lie under the buttons that a dialog holds at its foot.
  field?.scrollIntoView({ block: 'center' });
}
