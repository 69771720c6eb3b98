import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { SessionGuard } from '#shared/rules/guards.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';

/**
 * Asks a safety question before a session that may harm some people is played. `onClear` is called if it is suitable
 * for this person; otherwise the session `another` and a link to the library are shown.
 */
export function SafetyQuestion(props: {
  guard: SessionGuard;
  another: ReactNode;
  onClear: () => void;
}) {
  const { guard, another, onClear } = props;
  const [declined, setDeclined] = useState(false);
  if (declined)
    return <Declined guard={guard} another={another} onBack={() => setDeclined(false)} />;
  return <Question guard={guard} onNo={onClear} onYes={() => setDeclined(true)} />;
}

function Question(props: { guard: SessionGuard; onNo: () => void; onYes: () => void }) {
  const { guard, onNo, onYes } = props;
  const { t } = useTranslation('player');
  return (
    <section aria-labelledby="screening" className="max-w-prose">
      <h2 id="screening" className="text-2xl">
        {t('guard.title')}
      </h2>
      <p className="mt-3 text-ink-2">{t(`guard.${guard}.why`)}</p>
      <p className="mt-4 text-lg">{t(`guard.${guard}.question`)}</p>
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 text-lg">
        {t(`guard.${guard}.cases`, { returnObjects: true }).map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <div className="mt-7 flex flex-wrap gap-3">
        <Button className="max-sm:w-full" onClick={onNo}>
          {t('guard.no')}
        </Button>
        <Button variant="secondary" className="max-sm:w-full" onClick={onYes}>
          {t('guard.yes')}
        </Button>
      </div>
      <p className="mt-4 text-sm text-ink-2">{t('guard.note')}</p>
    </section>
  );
}

function Declined(props: { guard: SessionGuard; another: ReactNode; onBack: () => void }) {
  const { guard, another, onBack } = props;
  const { t } = useTranslation('player');
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button disappeared, so the heading takes the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="declined" className="max-w-prose">
      <h2 id="declined" ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {t('guard.declined.title')}
      </h2>
      <p className="mt-3">{t(`guard.${guard}.declined`)}</p>
      <p className="mt-3 text-ink-2">{t('guard.declined.text')}</p>
      {another}
      <div className="mt-6 flex flex-wrap gap-3">
        <Link href={paths.library()} asChild>
          <ButtonLink variant="secondary" className="max-sm:w-full">
            {t('back')}
          </ButtonLink>
        </Link>
        <ButtonLink href={`${paths.help()}#emergency`} variant="quiet">
          {t('guard.declined.help')}
        </ButtonLink>
        <Button variant="quiet" onClick={onBack}>
          {t('guard.declined.back')}
        </Button>
      </div>
    </section>
  );
}
