import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Section } from '#web/ui/page.tsx';
import { usePass } from '../queries.ts';

/** The way to the ladder, which has a page of its own; without a pass it leads nowhere, so it is not shown. */
export function LadderEntry() {
  const { t } = useTranslation('profile');
  const { data: pass } = usePass();
  if (!pass?.hasActiveAccess) return null;
  return (
    <Section title={t('ladder.heading')}>
      <p className="mb-4 max-w-prose text-ink-2">{t('ladder.text')}</p>
      <Link href={paths.ladder()} asChild>
        <ButtonLink variant="secondary">{t('ladder.open')}</ButtonLink>
      </Link>
    </Section>
  );
}
