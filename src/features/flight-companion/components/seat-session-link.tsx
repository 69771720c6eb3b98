import { Link } from 'wouter';
import type { FlightPhase } from '#shared/rules/flight-phases.ts';
import { getChosenOrProposedFocus } from '#web/features/assessment/model.ts';
import { useAssessment } from '#web/features/assessment/queries.ts';
import { useSessions } from '#web/features/library/queries.ts';
import { roundToMinutes } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';
import { findSeatSession } from '../model.ts';

const SEAT = {
  category: null,
  situationOrSeat: 'seat',
  fear: null,
  sort: 'newest',
  search: '',
} as const;

/** A link to the session for the seat that fits the phase and the person; nothing while the list is not there. */
export function SeatSessionLink({ phase }: { phase: FlightPhase }) {
  const { t } = useTranslation('flight');
  const { data } = useSessions(SEAT);
  const completed = useAssessment().data?.completed;
  const focus = completed ? Object.values(getChosenOrProposedFocus(completed)) : [];
  const sessions = data?.pages.flatMap(({ items }) => items) ?? [];
  const session = findSeatSession(sessions, phase, focus);
  if (!session) return null;
  return (
    <Link
      href={`${paths.flight()}?piece=${session.id}`}
      className="group flex min-h-16 items-center gap-4 border-b border-line py-3"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-full border border-edge bg-raised">
        <Icon name="play" className="size-5" />
      </span>
      <span className="min-w-0 grow">
        <span className="block text-sm text-ink-2">{t('piece')}</span>
        <span className="block group-hover:underline">{session.title}</span>
      </span>
      <span className="shrink-0 text-sm text-ink-2">
        {t('minutes', { count: roundToMinutes(session.durationMs) })}
      </span>
    </Link>
  );
}
