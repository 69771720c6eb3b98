import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

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
    <div className="mt-5 grid gap-4">
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
