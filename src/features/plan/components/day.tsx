import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Plan, PlannedDay } from '#shared/contract/plan.ts';
import { Reason } from '#web/features/home/components/reason.tsx';
import { durationMinutes } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Icon } from '#web/ui/icons.tsx';
import { type contentsOf, dayInWords, minutesOf } from '../model.ts';

type Contents = ReturnType<typeof contentsOf>;

/** A day and its sessions; of today also what is done, and why each is there. */
export function Day({
  day,
  distance,
  contents,
}: {
  day: PlannedDay;
  /** 0 is today. */
  distance: number;
  contents: Contents;
}) {
  const { t, i18n } = useTranslation(['plan', 'common']);
  const minutes = minutesOf(day, contents);
  const date = dayInWords(day.date, i18n.language);
  const open = day.sessions.filter(({ done }) => !done);
  // One reason for all of them is said once.
  const shared = open.length > 1 && open.every(({ reason }) => isSame(reason, open[0]?.reason));
  const near = distance === 0 ? t('plan:today') : distance === 1 ? t('plan:tomorrow') : null;
  return (
    <li className="border-t border-line py-4 sm:grid sm:grid-cols-[13.5rem_minmax(0,1fr)] sm:gap-x-6">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4 sm:block">
        <h3 className="font-sans text-base font-semibold tracking-normal first-letter:uppercase">
          {near ?? date}
          {near && <span className="ml-2 font-normal text-ink-2 sm:ml-0 sm:block">{date}</span>}
        </h3>
        <p className="tabular shrink-0 text-sm text-ink-2">
          {minutes > 0 ? t('common:minutes', { count: minutes }) : t('plan:free')}
        </p>
      </div>
      <div>
        {distance === 0 && shared && open[0] && (
          <p className="mb-1 text-sm text-ink-2">
            <Reason reason={open[0].reason} />
          </p>
        )}
        <ul>
          {day.sessions.map((session) => (
            <Session
              key={session.id}
              session={session}
              content={contents.get(session.id)}
              withReason={distance === 0 && !shared}
              isAgain={distance > 0 && session.known}
            />
          ))}
        </ul>
      </div>
    </li>
  );
}

type WhyPlanned = PlannedDay['sessions'][number]['reason'];
const isSame = (a: WhyPlanned, b: WhyPlanned | undefined) =>
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
  /** It was done, or is planned, on a day before. */
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
            {t('common:kindAndLength', { kind, count: durationMinutes(content.durationMs) })}
            {isAgain && <> · {t('plan:again')}</>}
          </span>
          {withReason && !session.done && (
            <span className="block text-sm text-ink-2">
              <Reason reason={session.reason} />
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
