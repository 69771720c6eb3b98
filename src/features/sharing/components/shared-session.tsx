import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SharedSession as Session } from '#shared/contract/contents.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { WindowFrame } from '#web/features/art/components/session-art.tsx';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';

/** The content of a shared link. Prerendered with placeholders, so that language and minutes are arbitrary strings. */
export function SharedSession({
  session,
  language,
  minutes,
  sky,
  actions,
}: {
  session: Pick<Session, 'kind' | 'category' | 'title' | 'summary'>;
  language: string;
  minutes: string;
  sky: ReactNode;
  actions: ReactNode;
}) {
  const { t } = useTranslation(['sharing', 'common']);
  const { kind, category, title, summary } = session;
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 items-center gap-x-20 gap-y-6 px-5 pt-6 pb-20 wide:grid-cols-[1.5fr_1fr] wide:px-8 wide:pt-16">
      <div className="wide:order-last">
        <WindowFrame className="w-32 max-w-full wide:w-72">{sky}</WindowFrame>
      </div>
      <div className="min-w-0">
        <p className={`font-medium ${kind === 'load' ? 'text-load' : 'text-flow'}`}>
          {t(`common:kind.${kind}`)}
          {' · '}
          {t(`common:category.${category}`)}
          {' · '}
          {t('sharing:page.minutes', { minutes })}
        </p>
        <h1 lang={language} className="mt-2 text-4xl text-pretty">
          {title}
        </h1>
        <p lang={language} className="mt-4 max-w-prose text-lg">
          {summary}
        </p>
        <p className="mt-4 max-w-prose text-ink-2">
          {t('sharing:page.what', { name: PRODUCT_NAME })}
        </p>
        <div className="mt-8">{actions}</div>
      </div>
    </div>
  );
}

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
