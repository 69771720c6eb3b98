import { getCivilDate } from '#shared/rules/flight-date.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { formatDate } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { LadderAttempt } from '../model.ts';

/** Lists the attempts at a step of the ladder, latest first, each with its forecast and its outcome. */
export function AttemptList({ attempts }: { attempts: readonly LadderAttempt[] }) {
  return (
    <ol className="grid gap-6">
      {attempts.toReversed().map((attempt) => (
        <li key={attempt.id}>
          <AttemptItem attempt={attempt} />
        </li>
      ))}
    </ol>
  );
}

function AttemptItem({ attempt }: { attempt: LadderAttempt }) {
  const { t, i18n } = useTranslation('ladder');
  const { outcome, before, sure, expected, setting, startedAt } = attempt;
  const day = formatDate(getCivilDate(getDeviceTimeZone(), new Date(startedAt)), i18n.language);
  const told = outcome
    ? ([
        ['happened', t('attempt.happened'), outcome.happened],
        ['learned', t('attempt.learned'), outcome.learned],
      ] as const)
    : [];
  return (
    <>
      <h3 className="font-sans text-base font-medium first-letter:uppercase">{day}</h3>
      <p className="text-sm text-ink-2">
        {t(`setting.${setting}`)}
        {' · '}
        {outcome
          ? t('attempt.line', { before, highest: outcome.highest, after: outcome.after })
          : t('attempt.open')}
      </p>
      <dl className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-[11rem_1fr]">
        <dt className="text-sm text-ink-2">{t('attempt.expected', { sure })}</dt>
        <dd className="mb-2 sm:mb-0">{expected}</dd>
        {told.map(([key, name, words]) => (
          <div key={key} className="contents">
            <dt className="text-sm text-ink-2">{name}</dt>
            <dd className="mb-2 sm:mb-0">{words}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
