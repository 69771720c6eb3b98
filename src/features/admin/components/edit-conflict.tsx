import { useEffect, useRef } from 'react';
import { formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { EditConflictState } from '../hooks/use-edit.ts';

/**
 * Shown when another admin has saved what an admin edits: who it was and which fields differ, with buttons to keep what
 * was typed here or to take what is stored. Nothing is saved or replaced until one is pressed.
 */
export function EditConflictNotice({
  lastEdit,
  differences,
  onKeepMine,
  onTakeTheirs,
}: EditConflictState) {
  const { t, i18n } = useTranslation('admin');
  const who = lastEdit?.by ?? t('audit.erased');
  const place = useRef<HTMLDivElement>(null);
  // It was saved from the bottom of the screen, perhaps far below.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'start' });
  }, []);
  const at = lastEdit ? formatDateTime(new Date(lastEdit.at), i18n.language) : '';
  return (
    <div ref={place}>
      <Notice
        live
        title={t('conflict.title', { who, at })}
        actions={
          <>
            <Button variant="secondary" onClick={onKeepMine}>
              {t('conflict.keepMine')}
            </Button>
            <Button variant="secondary" onClick={onTakeTheirs}>
              {t('conflict.takeTheirs')}
            </Button>
          </>
        }
      >
        <p>{differences.length > 0 ? t('conflict.text') : t('conflict.same')}</p>
        {differences.map(({ label, mine, theirs }) => (
          <dl key={label} className="mt-3 border-t border-line pt-3">
            <dt className="font-medium">{label}</dt>
            <dd className="mt-1 grid gap-x-6 gap-y-2 wrap-anywhere whitespace-pre-wrap sm:grid-cols-2">
              <div>
                <span className="block text-sm text-ink-2">{t('conflict.mine')}</span>
                {mine || '–'}
              </div>
              <div>
                <span className="block text-sm text-ink-2">{t('conflict.theirs')}</span>
                {theirs || '–'}
              </div>
            </dd>
          </dl>
        ))}
      </Notice>
    </div>
  );
}
