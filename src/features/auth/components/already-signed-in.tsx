import { useEffect } from 'react';
import { Link } from 'wouter';
import { SignOutFailureNotice } from '#web/features/identity/components/sign-out-question.tsx';
import { useSignOut } from '#web/features/identity/hooks/use-sign-out.ts';
import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';

/** Loaded after the page with its texts, so that it is there if the network goes. */
const LazySignOutQuestion = createLazyComponent(async () => {
  const [{ SignOutConfirmationDialog }] = await Promise.all([
    import('#web/features/identity/components/sign-out-question.tsx'),
    loadCatalogueGroup('profile'),
  ]);
  return SignOutConfirmationDialog;
});

/** Shown instead of the sign-in form when a person is signed in: the account, a link onwards, and sign-out. */
export function AlreadySignedIn({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const signOut = useSignOut();
  useEffect(() => void LazySignOutQuestion.preload(), []);
  return (
    <Page narrow>
      <div className="wrap-anywhere">
        <PageHeading title={t('already.title')} lead={t('already.lead', { email })} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Link href={paths.home()} replace asChild>
          <ButtonLink className="max-sm:w-full">{t('goOn')}</ButtonLink>
        </Link>
        <Button
          variant="secondary"
          busy={signOut.isPending}
          onClick={() => signOut.mutate(false)}
          className="max-sm:w-full"
        >
          {t('already.signOut')}
        </Button>
      </div>
      {signOut.data && <LazySignOutQuestion signOut={signOut} />}
      {signOut.error && (
        <div className="mt-6">
          <SignOutFailureNotice error={signOut.error} />
        </div>
      )}
    </Page>
  );
}
