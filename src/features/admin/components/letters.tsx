import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { Notice } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { momentIn } from '../model.ts';
import { useLetter, useLetters } from '../queries.ts';

/** The letters kept because no SMTP server is set; each opens as it would have been sent. */
export function Letters() {
  const { t } = useTranslation(['admin', 'ui']);
  const sentence = useErrorSentence();
  const { data, error } = useLetters();
  if (error) return <Notice tone="refusal">{sentence(error)}</Notice>;
  if (!data) return <SkeletonList count={2} label={t('ui:loading')} />;
  if (data.letters.length === 0) return <p className="text-ink-2">{t('admin:letters.none')}</p>;
  return (
    <>
      <p className="mb-3 max-w-prose text-ink-2">{t('admin:letters.lead')}</p>
      <ul className="divide-y divide-line">
        {data.letters.map((letter) => (
          <Letter key={letter.id} {...letter} />
        ))}
      </ul>
    </>
  );
}

function Letter({ id, keptAt }: { id: string; keptAt: string }) {
  const { i18n } = useTranslation();
  const sentence = useErrorSentence();
  const [open, setOpen] = useState(false);
  const { data, error } = useLetter(id, open);
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-11 cursor-pointer items-center gap-4">
          <time dateTime={keptAt}>{momentIn(new Date(keptAt), i18n.language)}</time>
        </summary>
        {error && <Notice tone="refusal">{sentence(error)}</Notice>}
        {data && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard
          <pre tabIndex={0} className="mb-4 max-h-96 overflow-auto rounded-xl bg-sunk p-4 text-sm">
            {data.message}
          </pre>
        )}
      </details>
    </li>
  );
}
