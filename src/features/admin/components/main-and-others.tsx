import { Checkbox } from '#web/ui/choice.tsx';
import { Select } from '#web/ui/field.tsx';

/** Two fields that choose among the same values: a select for the main one, and checkboxes for any others. */
export function MainAndOthersFields<Value extends string>({
  main,
  others,
  values,
  chosen,
  none,
  max = Infinity,
  describe,
  onChange,
}: {
  main: string;
  others: string;
  values: readonly Value[];
  /** The main one first. */
  chosen: readonly Value[];
  /** The label of the option to choose none; without it there is no such option. */
  none?: string;
  /** How many there may be in all. */
  max?: number;
  describe: (value: Value) => string;
  onChange: (chosen: Value[]) => void;
}) {
  const [first, ...rest] = chosen;
  return (
    <div className="grid gap-x-8 gap-y-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <Select
        label={main}
        value={first ?? ''}
        options={[
          ...(none === undefined ? [] : [{ value: '', label: none }]),
          ...values.map((value) => ({ value, label: describe(value) })),
        ]}
        onChange={({ currentTarget }) => {
          const next = values.find((one) => one === currentTarget.value);
          onChange(next ? [next, ...rest.filter((one) => one !== next)] : []);
        }}
      />
      <fieldset disabled={first === undefined}>
        <legend className="mb-1 font-medium">{others}</legend>
        <div className="grid gap-x-6 sm:grid-cols-2">
          {values
            .filter((value) => value !== first)
            .map((value) => (
              <Checkbox
                key={value}
                label={describe(value)}
                checked={rest.includes(value)}
                disabled={!rest.includes(value) && chosen.length >= max}
                onChange={({ currentTarget }) =>
                  first &&
                  onChange([
                    first,
                    ...rest.filter((one) => one !== value),
                    ...(currentTarget.checked ? [value] : []),
                  ])
                }
              />
            ))}
        </div>
      </fieldset>
    </div>
  );
}
