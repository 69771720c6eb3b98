import type { WordSearch } from '#shared/rules/find-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { TextField } from '#web/ui/field.tsx';

/** What is looked for in scripts, and what takes its place. */
export interface WordReplacement extends WordSearch {
  replacement: string;
}

export const EMPTY_WORD_REPLACEMENT: WordReplacement = {
  find: '',
  replacement: '',
  isCaseSensitive: false,
  isWholeWord: false,
};

/** The fewest characters that are looked for: the server knows the same. */
export const MIN_WORD_SEARCH_LENGTH = 3;

/** The fields of a search for words in scripts, with what takes their place. */
export function WordSearchFields({
  value,
  onChange,
}: {
  value: WordReplacement;
  onChange: (value: WordReplacement) => void;
}) {
  const { t } = useTranslation('studio-sessions');
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      <TextField
        type="search"
        label={t('words.find')}
        hint={t('words.findHint')}
        value={value.find}
        maxLength={200}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ ...value, find: currentTarget.value })}
      />
      <TextField
        label={t('words.replacement')}
        hint={t('words.replacementHint')}
        value={value.replacement}
        maxLength={200}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ ...value, replacement: currentTarget.value })}
      />
      <Checkbox
        label={t('words.wholeWord')}
        checked={value.isWholeWord}
        onChange={({ currentTarget }) => onChange({ ...value, isWholeWord: currentTarget.checked })}
      />
      <Checkbox
        label={t('words.caseSensitive')}
        checked={value.isCaseSensitive}
        onChange={({ currentTarget }) =>
          onChange({ ...value, isCaseSensitive: currentTarget.checked })
        }
      />
    </div>
  );
}
