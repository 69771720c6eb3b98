import { Link } from 'wouter';
import type { Plan, PlannedDay } from '#shared/contract/plan.ts';
import { roundToMinutes } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';
import {
  type indexSessionsById,
  formatCivilDateWithoutYear,
  sumRemainingMinutes,
} from '../model.ts';
import { RecommendationReason } from './reason.tsx';

type Contents = ReturnType<typeof indexSessionsById>;

/** One day of the plan with its sessions; today also shows what is done and why each session is planned. */
export function PlanDay({
  day,
  daysFromToday,
  contents,
}: {
  day: PlannedDay;
  /** 0 is today. */
  daysFromToday: number;
  contents: Contents;
}) {
  const { t, i18n } = useTranslation(['plan', 'common']);
  const minutes = sumRemainingMinutes(day, contents);
  const date = formatCivilDateWithoutYear(day.date, i18n.language);
  const open = day.sessions.filter(({ done }) => !done);
  // A reason shared by all sessions is shown once.
  const shared =
    open.length > 1 && open.every(({ reason }) => isSameReason(reason, open[0]?.reason));
  const near =
    daysFromToday === 0 ? t('plan:today') : daysFromToday === 1 ? t('plan:tomorrow') : null;
  return (
    <li className="border-t border-line py-4 sm:grid sm:grid-cols-[13.5rem_minmax(0,1fr)] sm:gap-x-6">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4 sm:block">
        <h3 className="font-sans text-base font-semibold tracking-normal first-letter:uppercase">
          {near ?? date}
          {near && (
            <>
              {' '}
              <span className="inline-block font-normal text-ink-2 sm:block">{date}</span>
            </>
          )}
        </h3>
        <p className="tabular shrink-0 text-sm text-ink-2">
          {minutes > 0 ? t('common:minutes', { count: minutes }) : t('plan:free')}
        </p>
      </div>
      <div>
        {daysFromToday === 0 && shared && open[0] && (
          <p className="mb-1 text-sm text-ink-2">
            <RecommendationReason reason={open[0].reason} />
          </p>
        )}
        <ul>
          {day.sessions.map((session) => (
            <Session
              key={session.id}
              session={session}
              content={contents.get(session.id)}
              withReason={daysFromToday === 0 && !shared}
              isAgain={daysFromToday > 0 && session.known}
            />
          ))}
        </ul>
        {day.stage === 'flight_day' && (
          <Link href={paths.flight()} className="group flex min-h-11 items-center gap-3 py-1.5">
            <Icon name="plane" className="size-4.5 shrink-0 text-flow" />
            <span className="font-medium group-hover:underline">{t('plan:onTheDay')}</span>
          </Link>
        )}
      </div>
    </li>
  );
}

type PlanReason = PlannedDay['sessions'][number]['reason'];
const isSameReason = (a: PlanReason, b: PlanReason | undefined) =>
  a.code === b?.code && a.area === b.area;

function Session({
  session,
  content,
  withReason,
  isAgain,
}: {
  session: PlannedDay['sessions'][number];
  content: Plan['contents'][number] | undefined;
  withReason: boolean;
  /** Whether the session was done, or is planned, on an earlier day. */
  isAgain: boolean;
}) {
  const { t } = useTranslation(['plan', 'common']);
  if (!content) return null;
  const kind = t(`common:kind.${content.kind}`);
  return (
    <li>
      <Link
        href={paths.content(session.id)}
        className="group flex min-h-11 items-start gap-3 py-1.5"
      >
        <span
          className={`mt-1.5 grid size-4 shrink-0 place-items-center ${content.kind === 'load' ? 'text-load' : 'text-flow'}`}
        >
          {session.done ? (
            <Icon name="check" className="size-4.5" />
          ) : (
            <span
              aria-hidden="true"
              className="size-2 rounded-full border-[1.5px] border-current"
            />
          )}
        </span>
        <span className="min-w-0">
          <span
            className={`block leading-snug group-hover:underline ${session.done ? 'text-ink-2' : ''}`}
          >
            {content.title}
          </span>
          <span className="block text-sm text-ink-2">
            {session.done && <>{t('plan:done')} · </>}
            {t('common:kindAndLength', { kind, count: roundToMinutes(content.durationMs) })}
            {isAgain && <> · {t('plan:again')}</>}
          </span>
          {withReason && !session.done && (
            <span className="block text-sm text-ink-2">
              <RecommendationReason reason={session.reason} />
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
