import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { IconButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { addressOf, type Choice } from '../model.ts';

/** How long a pause in typing is before the search is made, in milliseconds. */
const PAUSE_MS = 250;

/** Searches while it is being typed. What was typed stands in the address, so that the way back keeps it. */
export function SearchField({ choice }: { choice: Choice }) {
  const { t } = useTranslation('library');
  const [, navigate] = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(choice.search);
  // Back, forward and "show all" change the address without the field: it follows.
  const [known, setKnown] = useState(choice.search);
  if (known !== choice.search) {
    setKnown(choice.search);
    if (choice.search !== typed.trim()) setTyped(choice.search);
  }
  useEffect(() => {
    if (typed.trim() === choice.search) return undefined;
    const timer = setTimeout(
      () => navigate(addressOf({ ...choice, search: typed.trim() }), { replace: true }),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [typed, choice, navigate]);
  return (
    <search className="mb-6 block max-w-md">
      <TextField
        ref={field}
        label={t('search.label')}
        type="search"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="[&::-webkit-search-cancel-button]:hidden"
        end={
          typed !== '' && (
            <IconButton
              label={t('search.clear')}
              className="text-ink-2"
              onClick={() => (setTyped(''), field.current?.focus())}
            >
              <Icon name="close" className="size-5" />
            </IconButton>
          )
        }
      />
    </search>
  );
}
