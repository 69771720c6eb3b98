import { Link } from 'wouter';
import { REHEARSAL_DOSE_NAMES, REHEARSAL_DOSES } from '#shared/rules/rehearsal-dose.ts';
import { NothingNewBeforeFlightNotice } from '#web/features/flights/components/nothing-new-notice.tsx';
import type { LadderStep } from '#web/features/ladder/model.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { findDoseStillUrl } from '../engine/stills.ts';
import { type ChosenDoseName, summariseDoseAttempts } from '../model.ts';
import { RehearsalWindowStill } from './rehearsal-window-still.tsx';
import { BottomAction } from '#web/ui/bottom-action.tsx';

/** The doses, from the mildest to the strongest, each a window with what came of it so far. */
export function DoseList({
  steps,
  isOpen,
}: {
  steps: readonly LadderStep[];
  /** Whether a rehearsal of a dose has no outcome yet. */
  isOpen: (name: ChosenDoseName) => boolean;
}) {
  const { t } = useTranslation('rehearsal');
  const describe = (name: ChosenDoseName) => {
    if (isOpen(name)) return t('list.untold');
    const met = summariseDoseAttempts(steps, name);
    return met ? t('list.met', { count: met.count, last: met.last }) : t('list.unmet');
  };
  return (
    <>
      <h1 className="text-4xl">{t('title')}</h1>
      <p className="mt-2 mb-6 text-lg text-ink-2">{t('lead')}</p>
      <NothingNewBeforeFlightNotice>{t('lastDay')}</NothingNewBeforeFlightNotice>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-7 sm:grid-cols-4">
        {REHEARSAL_DOSE_NAMES.map((name) => (
          <li key={name}>
            <Link href={paths.rehearsal(name)} className="group block rounded-2xl">
              <RehearsalWindowStill
                light={REHEARSAL_DOSES[name].light}
                stillUrl={findDoseStillUrl(REHEARSAL_DOSES[name])}
                className="mx-1.5 mb-3 aspect-[3/4] w-[85%] max-w-44"
              />
              <span className="block font-medium group-hover:underline">{t(`doses.${name}`)}</span>
              <span className="block text-sm text-ink-2">
                {t(`lights.${REHEARSAL_DOSES[name].light}`)} · {describe(name)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <span className="grow" />
      <BottomAction>
        <Link href={paths.rehearsal('own')} asChild>
          <ButtonLink wide>{t('list.own')}</ButtonLink>
        </Link>
      </BottomAction>
    </>
  );
}
