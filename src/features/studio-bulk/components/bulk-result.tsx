import { ApiError } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Notice } from '#web/ui/notice.tsx';
import type { BulkResult } from '../model.ts';

/** Says what became of a change of many sessions. */
export function BulkResultNotice({ result: { changed, refused } }: { result: BulkResult }) {
  const { t } = useTranslation('studio-sessions');
  const describeError = useErrorMessage();
  return (
    <Notice live tone={refused.length > 0 ? 'refusal' : 'notice'}>
      {t('bulk.changed', { count: changed })}
      {refused.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {refused.map(({ title, code }) => (
            <li key={title}>
              <span className="font-medium">{title}</span> ·{' '}
              {describeError(new ApiError(409, code))}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
