import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useTranslation } from '#web/lib/translation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { buildLibraryUrl, changeFilterSearch, type LibraryFilter } from '../model.ts';

/** The debounce of the search while typing, in milliseconds. */
const PAUSE_MS = 250;

/**
 * The library's search field, which searches while typing. The text is kept in the URL, so that going back restores it.
 */
export function SearchField({ choice }: { choice: LibraryFilter }) {
  const { t } = useTranslation('library');
  const [, navigate] = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(choice.search);
  // Back, forward and "show all" change the URL; the field follows it.
  const [known, setKnown] = useState(choice.search);
  if (known !== choice.search) {
    setKnown(choice.search);
    if (choice.search !== typed.trim()) setTyped(choice.search);
  }
  useEffect(() => {
    if (typed.trim() === choice.search) return undefined;
    const timer = setTimeout(
      () => navigate(buildLibraryUrl(changeFilterSearch(choice, typed.trim())), { replace: true }),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [typed, choice, navigate]);
  return (
    <search className="mb-3 block max-w-md grow sm:mb-6">
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
