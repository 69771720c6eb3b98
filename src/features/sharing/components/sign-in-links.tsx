import { useTranslation } from 'react-i18next';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';

/** Sign-in and sign-up links for visitors; plain links, which work without a script. */
export function SignInLinks({ id }: { id: string }) {
  const { t } = useTranslation('sharing');
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={paths.authToContent('sign-up', id)} className="max-sm:w-full">
          {t('page.join')}
        </ButtonLink>
        <ButtonLink
          href={paths.authToContent('sign-in', id)}
          variant="secondary"
          className="max-sm:w-full"
        >
          {t('page.signIn')}
        </ButtonLink>
      </div>
      <p className="mt-4 max-w-prose text-sm text-ink-2">{t('page.note')}</p>
    </>
  );
}
