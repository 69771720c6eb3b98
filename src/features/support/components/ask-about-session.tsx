import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { useMayAsk } from '../queries.ts';

/** Leads from a session to a question about it, while somebody is set to answer. */
export function AskAboutSession({ id }: { id: string }) {
  const { t } = useTranslation('player');
  if (!useMayAsk()) return null;
  return (
    <Link href={paths.support(id)} asChild>
      <ButtonLink variant="quiet" className="text-left" icon={<Icon name="help" />}>
        {t('ask')}
      </ButtonLink>
    </Link>
  );
}
