import { Link } from 'wouter';
import type { ContentSummary } from '#shared/contract/contents.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import { findSessionForArea, useAllLibrarySessions } from '#web/features/ladder/queries.ts';
import { findProgramForArea } from '#web/features/programs/model.ts';
import { usePrograms } from '#web/features/programs/queries.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** Explains each fear area with a high score, with the sessions and the program for it. */
export function HighAreasSection({ areas }: { areas: readonly FearArea[] }) {
  const { t } = useTranslation(['meaning', 'areas']);
  const { open, sessions } = useAllLibrarySessions();
  return (
    <section className="mt-10">
      <h3 className="text-lg">{t('meaning:heading')}</h3>
      <ul className="mt-4 grid gap-6">
        {areas.map((area) => (
          <li key={area} className="break-inside-avoid">
            <h4 className="font-medium">{t(`areas:${area}`)}</h4>
            <p className="max-w-prose">{t(`meaning:areas.${area}`)}</p>
            {sessions && <AreaSuggestions area={area} sessions={sessions} />}
          </li>
        ))}
      </ul>
      {!open && <p className="mt-4 text-sm text-ink-2">{t('meaning:pass')}</p>}
    </section>
  );
}

function AreaSuggestions({
  area,
  sessions,
}: {
  area: FearArea;
  sessions: readonly ContentSummary[];
}) {
  const { t } = useTranslation('meaning');
  const { data: programs } = usePrograms();
  const load = findSessionForArea(sessions, 'load', area);
  const flow = findSessionForArea(sessions, 'flow', area);
  const program = findProgramForArea(programs?.items ?? [], area, sessions);
  const links = [
    [t('hears'), load && { title: load.title, href: paths.content(load.id) }],
    [t('calms'), flow && { title: flow.title, href: paths.content(flow.id) }],
    [t('program'), program && { title: program.title, href: paths.program(program.id) }],
  ] as const;
  return (
    <dl className="mt-1 grid gap-x-6 sm:grid-cols-[11rem_1fr]">
      {links.map(
        ([name, link]) =>
          link && (
            <div key={name} className="contents">
              {/* On a phone the name stands above its link, closer to it than to the previous one. */}
              <dt className="text-sm text-ink-2 max-sm:mt-2 sm:py-2.5 print:py-0">{name}</dt>
              <dd className="max-sm:-mt-2">
                <Link
                  href={link.href}
                  className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-4 hover:decoration-current"
                >
                  {link.title}
                </Link>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
