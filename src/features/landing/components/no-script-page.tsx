import { Logo } from '#web/features/art/components/logo.tsx';
import { useTranslation } from '#web/lib/translation.ts';

/** The page shown while scripts are switched off: says that the app needs them, and what can be read without. */
export function NoScriptPage() {
  const { t } = useTranslation(['landing', 'ui']);
  const pages = [
    ['/sos', t('ui:nav.helpNow')],
    ['/help', t('ui:footer.help')],
    ['/read', t('ui:footer.articles')],
    ['/privacy', t('ui:footer.privacy')],
    ['/terms', t('ui:footer.terms')],
  ] as const;
  return (
    <noscript>
      <main className="mx-auto max-w-6xl px-5 py-4 wide:px-8">
        <a href="/" className="inline-flex min-h-11 items-center">
          <Logo />
        </a>
        <p className="mt-8 max-w-prose">{t('landing:noScriptPage')}</p>
        <ul className="mt-3 flex flex-wrap gap-x-7">
          {pages.map(([href, label]) => (
            <li key={href}>
              <a href={href} className="text-link inline-flex min-h-11 items-center">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </main>
    </noscript>
  );
}
