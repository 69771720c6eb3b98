import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useSignOut } from '#web/features/identity/queries.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';

/** What somebody who is signed in finds where others sign in: as whom, the way on, and the way out. */
export function AlreadySignedIn({ email }: { email: string }) {
  const { t } = useTranslation(['auth', 'errors']);
  const signOut = useSignOut();
  return (
    <Page narrow>
      <div className="wrap-anywhere">
        <PageHeading title={t('auth:already.title')} lead={t('auth:already.lead', { email })} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Link href={paths.home()} asChild>
          <ButtonLink className="max-sm:w-full">{t('auth:goOn')}</ButtonLink>
        </Link>
        <Button
          variant="secondary"
          busy={signOut.isPending}
          onClick={() => signOut.mutate()}
          className="max-sm:w-full"
        >
          {t('auth:already.signOut')}
        </Button>
      </div>
      {signOut.error && (
        <div className="mt-6">
          <Notice tone="refusal">{t('errors:sign_out')}</Notice>
        </div>
      )}
    </Page>
  );
}
