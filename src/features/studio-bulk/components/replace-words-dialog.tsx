import { useState } from 'react';
import type { SessionSource } from '#shared/contract/admin-contents.ts';
import {
  countFoundWords,
  findWordsInScript,
  replaceWordsInScript,
} from '#shared/rules/find-words.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import {
  MIN_WORD_SEARCH_LENGTH,
  EMPTY_WORD_REPLACEMENT,
  WordSearchFields,
} from './word-search-fields.tsx';

/** Replaces words in both scripts of the session in the editor; nothing is saved. */
export function ReplaceWordsDialog({
  source,
  onClose,
  onReplace,
}: {
  source: SessionSource;
  onClose: () => void;
  onReplace: (source: SessionSource) => void;
}) {
  const { t } = useTranslation(['studio-sessions', 'common']);
  const [words, setWords] = useState(EMPTY_WORD_REPLACEMENT);
  const search = { ...words, find: words.find.trim() };
  const isAsked = search.find.length >= MIN_WORD_SEARCH_LENGTH;
  const counts = LANGUAGES.map((language) =>
    isAsked ? countFoundWords(findWordsInScript(source.scripts[language], search)) : 0,
  );
  const replace = (script: string) =>
    replaceWordsInScript(script, search, words.replacement.trim());
  const { en, fr } = source.scripts;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('studio-sessions:words.title')}
      actions={
        <Button
          disabled={counts.every((count) => count === 0)}
          onClick={() => onReplace({ ...source, scripts: { en: replace(en), fr: replace(fr) } })}
        >
          {t('studio-sessions:words.replaceHere')}
        </Button>
      }
    >
      <WordSearchFields value={words} onChange={setWords} />
      <p aria-live="polite" className="mt-4 text-ink-2">
        {isAsked &&
          LANGUAGES.map((language, index) =>
            t('studio-sessions:words.inScript', {
              language: t(`common:language.${language}`),
              count: counts[index] ?? 0,
            }),
          ).join(' · ')}
      </p>
    </Dialog>
  );
}
