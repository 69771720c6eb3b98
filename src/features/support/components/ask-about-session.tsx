import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { useCanAskSupport } from '../queries.ts';

/**
 * A link from a session to the form for a private question about it; nothing unless the person may ask
 * (`useCanAskSupport`).
 */
export function AskAboutSessionLink({ id }: { id: string }) {
  const { t } = useTranslation('player');
  if (!useCanAskSupport()) return null;
  return (
    <Link href={paths.support(id)} asChild>
      <ButtonLink variant="quiet" className="text-left" icon={<Icon name="help" />}>
        {t('ask')}
      </ButtonLink>
    </Link>
  );
}
