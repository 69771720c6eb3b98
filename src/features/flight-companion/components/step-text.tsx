import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** The name of what is going on, and the way to what a sound was, which is in reach before anything is read. */
export function PhaseNameAndSoundLink({ name }: { name: string }) {
  const { t } = useTranslation('flight');
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-5">
      <h1 className="flight-name min-w-0 text-4xl text-pretty">{name}</h1>
      <Link
        href={paths.whatWasThat()}
        className="text-link inline-flex min-h-11 items-center font-medium"
      >
        {t('what')}
      </Link>
    </div>
  );
}

/** What is heard, why, and what to do now, for a phase or for something between two phases. */
export function PhaseText({
  texts,
  children,
}: {
  texts: { hear: string; why: string; now: string; say: string };
  children?: ReactNode;
}) {
  const { t } = useTranslation('flight');
  return (
    <div className="flight-words mt-4 grid gap-3">
      {(['hear', 'why', 'now'] as const).map((part) => (
        <section key={part}>
          <h2 className="font-sans text-sm font-normal text-ink-2">{t(part)}</h2>
          <p className="text-lg text-pretty">{texts[part]}</p>
          {part === 'now' && (
            <p className="font-serif text-xl font-medium text-pretty">{texts.say}</p>
          )}
        </section>
      ))}
      {children}
    </div>
  );
}
