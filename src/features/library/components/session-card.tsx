import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ContentSummary } from '#shared/contract/contents.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { roundUpToMinutes } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Icon } from '#web/ui/icons.tsx';
import type { Badge } from '../model.ts';

/** A session in the grid: its artwork, title, kind, and badges. */
export function SessionCard({
  session,
  badges,
}: {
  session: ContentSummary;
  badges: readonly Badge[];
}) {
  const { t } = useTranslation(['common', 'library']);
  const kind = t(`common:kind.${session.kind}`);
  return (
    <li>
      <Link href={paths.content(session.id)} className="group block rounded-3xl">
        <SessionArt
          id={session.id}
          kind={session.kind}
          className="transition-transform duration-500 group-hover:-translate-y-1"
        />
        <span
          className={`mt-3.5 block text-sm font-medium ${session.kind === 'load' ? 'text-load' : 'text-flow'}`}
        >
          {t('common:kindAndLength', { kind, count: roundUpToMinutes(session.durationMs) })}
        </span>
        <span className="mt-0.5 block font-serif text-base leading-snug text-pretty hyphens-auto min-[24rem]:text-lg group-hover:underline group-hover:decoration-edge group-hover:decoration-1 group-hover:underline-offset-4">
          {session.title}
        </span>
        {badges.map((badge) => (
          <BadgeLine key={badge} badge={badge} />
        ))}
      </Link>
    </li>
  );
}

function BadgeLine({ badge }: { badge: Badge }) {
  const { t } = useTranslation('library');
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
      {badge === 'completed' ? (
        <Icon name="check" className="size-4 shrink-0" />
      ) : (
        <span
          aria-hidden="true"
          className={`mx-1 size-2 shrink-0 rounded-full ${badge === 'recommended' ? 'bg-horizon' : 'border border-edge'}`}
        />
      )}
      {t(`badge.${badge}`)}
    </span>
  );
}
