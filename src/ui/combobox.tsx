import { useCombobox } from 'downshift';
import type { KeyboardEvent, ReactNode } from 'react';
import { CONTROL_CLASS_NAME, Field } from './field.tsx';

export interface ComboOption {
  key: string;
  label: ReactNode;
  /** At the end of the line, quieter. */
  detail?: ReactNode;
}

/**
 * A text field with proposals (the combobox pattern of the ARIA guide): arrow keys move through them, Enter chooses
 * one, Esc hides them. The text typed stays, whether or not a proposal is chosen.
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
  const { isOpen, highlightedIndex, getInputProps, getItemProps, getMenuProps } = useCombobox({
    items: options as ComboOption[],
    // The caller keeps the text and the choice.
    inputValue: value,
    selectedItem: null,
    itemToString: (option) => option?.key ?? '',
    stateReducer: (state, { type, changes }) => {
      const { InputClick, InputBlur } = useCombobox.stateChangeTypes;
      if (type === InputClick) return state;
      // Leaving the field takes nothing: what is typed may be meant as it is.
      if (type === InputBlur) return { ...state, isOpen: false, highlightedIndex: -1 };
      return changes;
    },
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChoose(selectedItem.key),
    // Downshift scrolls within the list; it is the dialog around it that scrolls here.
    scrollIntoView: (option) => option.scrollIntoView({ block: 'nearest' }),
  });
  const shown = isOpen && options.length > 0;
  const leaveToBrowser = ({ key, nativeEvent }: KeyboardEvent<HTMLInputElement>) => {
    const own =
      // The form is sent where no proposal is marked, the caret moves within the text, Esc closes the dialog around.
      (key === 'Enter' && highlightedIndex === -1) ||
      key === 'Home' ||
      key === 'End' ||
      (key === 'Escape' && !shown);
    if (own) Object.assign(nativeEvent, { preventDownshiftDefault: true });
  };
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(ids) => (
        <>
          <input
            {...getInputProps({
              // The field's own label names it.
              'aria-labelledby': undefined,
              'aria-expanded': shown,
              onFocus: onOpen,
              onKeyDown: leaveToBrowser,
              onChange: ({ currentTarget }) => {
                // So that what is proposed has room, above the keyboard of a phone.
                if (!isOpen) currentTarget.scrollIntoView({ block: 'start' });
                onType(currentTarget.value);
              },
            })}
            {...ids}
            autoCapitalize="off"
            spellCheck={false}
            className={CONTROL_CLASS_NAME}
          />
          {/* In the flow and not over it: inside a dialog on a phone there is nothing to lie over. */}
          <div {...getMenuProps({ 'aria-label': label, hidden: !shown, className: 'mt-1' })}>
            {options.map((option, index) => (
              <div
                key={option.key}
                {...getItemProps({ item: option, index })}
                className="flex min-h-12 scroll-mb-40 cursor-pointer items-center justify-between gap-4 rounded-xl px-4 py-2 hover:bg-sunk aria-selected:bg-sunk"
              >
                <span className="min-w-0">{option.label}</span>
                <span className="tabular shrink-0 text-sm text-ink-2">{option.detail}</span>
              </div>
            ))}
          </div>
          <output className="sr-only">{isOpen ? status : ''}</output>
        </>
      )}
    </Field>
  );
}
