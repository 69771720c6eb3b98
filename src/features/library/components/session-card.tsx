import { Link } from 'wouter';
import type { ContentSummary } from '#shared/contract/contents.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { roundToMinutes } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';
import type { SessionBadge } from '../model.ts';

/** The layout of a card: a row on a phone, so that its first screen shows titles, else one above the other. */
export const CARD_CLASS_NAME =
  'grid grid-cols-[min(4.5rem,22vw)_minmax(0,1fr)] items-start gap-x-4 sm:block';

export const CARD_ART_CLASS_NAME = 'laptop:w-30';

/** A session in the list: its artwork, kind, title, subject and badges; a row on a phone. */
export function SessionCard({
  session,
  badges,
}: {
  session: ContentSummary;
  badges: readonly SessionBadge[];
}) {
  const { t } = useTranslation(['common', 'library', 'areas']);
  const kind = t(`common:kind.${session.kind}`);
  const main = session.areas[0];
  return (
    <li className="max-sm:nth-[n+5]:render-late-36">
      <Link href={paths.content(session.id)} className={`group rounded-3xl ${CARD_CLASS_NAME}`}>
        <SessionArt
          id={session.id}
          kind={session.kind}
          subject={session.situations[0]}
          className={`${CARD_ART_CLASS_NAME} transition-transform duration-500 group-hover:-translate-y-1`}
        />
        <span className="block min-w-0 sm:mt-3.5">
          <span
            className={`block text-sm font-medium ${session.kind === 'load' ? 'text-load' : 'text-flow'}`}
          >
            {t('common:kindAndLength', { kind, count: roundToMinutes(session.durationMs) })}
            {main && ` · ${t(`areas:${main}`)}`}
          </span>
          <span className="mt-0.5 block font-serif text-base leading-snug text-pretty hyphens-auto min-[24rem]:text-lg group-hover:underline group-hover:decoration-edge group-hover:decoration-1 group-hover:underline-offset-4">
            {session.title}
          </span>
          <span className="mt-1 line-clamp-3 text-sm text-ink-2">{session.summary}</span>
          {badges.map((badge) => (
            <BadgeLine key={badge} badge={badge} />
          ))}
        </span>
      </Link>
    </li>
  );
}

function BadgeLine({ badge }: { badge: SessionBadge }) {
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
