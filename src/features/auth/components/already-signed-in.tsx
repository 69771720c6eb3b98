import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { SignOutFailed } from '#web/features/identity/components/sign-out-failed.tsx';
import { useSignOut } from '#web/features/identity/queries.ts';
import { needTexts } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { late } from '#web/ui/late.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';

/** Comes with its words after the page, before the network can be gone. */
const Question = late(async () => {
  const [{ SignOutQuestion }] = await Promise.all([
    import('#web/features/identity/components/sign-out-question.tsx'),
    needTexts('profile'),
  ]);
  return SignOutQuestion;
});

/** What somebody who is signed in finds where others sign in: as whom, the way on, and the way out. */
export function AlreadySignedIn({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const signOut = useSignOut();
  useEffect(() => Question.preload(), []);
  return (
    <Page narrow>
      <div className="wrap-anywhere">
        <PageHeading title={t('already.title')} lead={t('already.lead', { email })} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Link href={paths.home()} asChild>
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
      {signOut.data && <Question signOut={signOut} />}
      {signOut.error && (
        <div className="mt-6">
          <SignOutFailed error={signOut.error} />
        </div>
      )}
    </Page>
  );
}
