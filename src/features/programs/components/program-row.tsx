import { Link } from 'wouter';
import type { ProgramSummary } from '#shared/contract/programs.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { roundToMinutes } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';
import { ProgramProgressPath } from './flight-path.tsx';

/** A program in the list: artwork of its next session, description and progress. */
export function ProgramRow({ program }: { program: ProgramSummary }) {
  const { t } = useTranslation('programs');
  const { id, title, summary, sessions, durationMs, standing, language } = program;
  const { state, completed, total } = standing;
  const next = sessions.findIndex((session) => !session.completed);
  const shown = sessions[Math.max(0, next)];
  return (
    <li className="border-t border-line first:border-t-0 wide:nth-2:border-t-0">
      <Link
        href={paths.program(id)}
        className="group grid grid-cols-[min(4.5rem,22vw)_minmax(0,1fr)] gap-x-5 rounded-3xl py-7 sm:grid-cols-[6.5rem_minmax(0,1fr)] sm:gap-x-8"
      >
        {shown && (
          <span>
            <SessionArt
              id={shown.contentId}
              kind={shown.kind}
              subject={shown.situations[0]}
              className="transition-transform duration-500 group-hover:-translate-y-1"
            />
          </span>
        )}
        <span className="min-w-0">
          <span
            lang={language}
            className="block font-serif text-xl leading-snug font-medium text-pretty hyphens-auto group-hover:underline group-hover:decoration-edge group-hover:decoration-1 group-hover:underline-offset-4"
          >
            {title}
          </span>
          <span className="mt-1 block text-sm text-ink-2">
            {t('lessons', { count: total })}
            {' · '}
            {t('minutesAbout', { count: roundToMinutes(durationMs) })}
          </span>
          <span lang={language} className="mt-2 block max-w-prose max-sm:hidden">
            {summary}
          </span>
        </span>
        <span lang={language} className="col-span-2 mt-4 block sm:hidden">
          {summary}
        </span>
        <span className="mt-4 block max-sm:col-span-2 sm:col-start-2">
          <ProgramProgressPath
            done={sessions.map((session) => session.completed)}
            next={state === 'new' ? -1 : next}
            className="max-w-md"
          />
          <span className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-1">
            <span className="flex items-center gap-1.5 text-sm text-ink-2">
              {state === 'completed' && <Icon name="check" className="size-4 shrink-0" />}
              {t(`standing.${state}`, { done: completed, count: total })}
              {state === 'completed' && completed < total && (
                <> · {t('standing.more', { count: total - completed })}</>
              )}
            </span>
            <span className="inline-flex items-center gap-2 font-medium">
              {t(`open.${state}`)}
              <Icon name="arrow-right" className="size-5" />
            </span>
          </span>
        </span>
      </Link>
    </li>
  );
}
