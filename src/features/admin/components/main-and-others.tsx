import { Checkbox } from '#web/ui/choice.tsx';
import { Select } from '#web/ui/field.tsx';

/** One of several values by a choice of its own, the others by boxes. */
export function MainAndOthers<Value extends string>({
  main,
  others,
  values,
  chosen,
  none,
  describe,
  onChange,
}: {
  main: string;
  others: string;
  values: readonly Value[];
  /** The main one first. */
  chosen: readonly Value[];
  /** What stands for no choice at all, where there may be none. */
  none?: string;
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
