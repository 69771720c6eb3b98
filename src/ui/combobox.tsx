import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { controlClass, Field } from './field.tsx';

export interface ComboOption {
  key: string;
  label: ReactNode;
  /** At the end of the line, quieter. */
  detail?: ReactNode;
}

/**
 * A text field that proposes what the text may mean (the combobox pattern of the ARIA guide): arrows walk
 * the proposals, Enter takes one, Esc puts them away. What is typed stays, whether or not one is taken.
 */
export function Combobox({
  label,
  hint,
  error,
  optional,
  value,
  options,
  status,
  onType,
  onChoose,
  onOpen,
}: {
  label: string;
  hint?: ReactNode;
  error?: ReactNode;
  optional?: ReactNode;
  value: string;
  options: readonly ComboOption[];
  /** Said aloud when the proposals change. */
  status: string;
  onType: (text: string) => void;
  onChoose: (key: string) => void;
  /** The field was entered. */
  onOpen?: () => void;
}) {
  const list = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = open && options.length > 0;
  const current = shown ? options[active] : undefined;
  const choose = ({ key }: ComboOption) => {
    onChoose(key);
    setOpen(false);
    setActive(-1);
  };
  const walk = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && options.length > 0) {
      event.preventDefault();
      setOpen(true);
      // From the field itself the way up leads to the last one.
      const from = active === -1 && step === -1 ? options.length : active;
      const next = (from + step + options.length) % options.length;
      setActive(next);
      document
        .getElementById(`${list}-${options[next]?.key}`)
        ?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      choose(current);
    } else if (event.key === 'Escape' && shown) {
      // Put the list away, not the dialog around it.
      event.preventDefault();
      setOpen(false);
      setActive(-1);
    }
  };
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(ids) => (
        <>
          <input
            {...ids}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={shown}
            aria-controls={list}
            aria-activedescendant={current && `${list}-${current.key}`}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={value}
            className={controlClass}
            onFocus={onOpen}
            onBlur={() => setOpen(false)}
            onKeyDown={walk}
            onChange={(event) => {
              // So that what is proposed has room, above the keyboard of a phone.
              if (!open) event.target.scrollIntoView({ block: 'start' });
              setOpen(true);
              setActive(-1);
              onType(event.target.value);
            }}
          />
          {/* In the flow and not over it: inside a dialog on a phone there is nothing to lie over. */}
          {/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a datalist can't be ranked, nor said in two lines */}
          <div id={list} role="listbox" aria-label={label} hidden={!shown} className="mt-1">
            {options.map((option) => (
              <div
                key={option.key}
                id={`${list}-${option.key}`}
                role="option"
                tabIndex={-1}
                aria-selected={option === current}
                className="flex min-h-12 scroll-mb-40 cursor-pointer items-center justify-between gap-4 rounded-xl px-4 py-2 hover:bg-sunk aria-selected:bg-sunk"
                // Before the field loses its focus, which would put the list away.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
                onKeyDown={walk}
              >
                <span className="min-w-0">{option.label}</span>
                <span className="tabular shrink-0 text-sm text-ink-2">{option.detail}</span>
              </div>
            ))}
          </div>
          {/* oxlint-enable jsx-a11y/prefer-tag-over-role */}
          <output className="sr-only">{open ? status : ''}</output>
        </>
      )}
    </Field>
  );
}
