import type { StudioQuestion } from '#shared/contract/admin-support.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';

/** Shows since when a support question has been waiting, and whether its answer is late. */
export function WaitingTime({
  question: { waitingSince, isLate },
}: {
  question: Pick<StudioQuestion, 'waitingSince' | 'isLate'>;
}) {
  const { t, i18n } = useTranslation('studio-support');
  if (waitingSince === null) return null;
  return (
    <>
      {isLate && (
        <span className="flex items-center gap-1.5 font-medium text-refusal">
          <Icon name="clock" className="size-4.5 shrink-0" />
          {t('late')}
        </span>
      )}
      <span className="block">
        {t('since', { at: formatDateTime(new Date(waitingSince), i18n.language) })}
      </span>
    </>
  );
}
