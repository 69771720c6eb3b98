import { Link } from 'wouter';
import { isLanguage } from '#shared/rules/languages.ts';
import type { PersonState } from '#shared/rules/person-state.ts';
import { resolveRoute } from '#shared/rules/route-table.ts';
import { useChangeLanguage } from '#web/features/account/hooks/use-change-language.ts';
import { cacheMarkup } from '#web/lib/cached-markup.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';

const FOOTER_LINKS = [
  { key: 'help', href: paths.help() },
  { key: 'contact', href: paths.contact() },
  { key: 'privacy', href: paths.privacy() },
  { key: 'terms', href: paths.terms() },
  { key: 'contract', href: paths.contract() },
  { key: 'withdraw', href: paths.contract('withdraw') },
  { key: 'waitlist', href: paths.waitlist() },
  { key: 'studio', href: paths.admin() },
] as const;

const LINK = '-mx-2 inline-flex min-h-11 items-center px-2 underline-offset-6 hover:underline';

/** The footer below signed-in pages: the pages that the person's state opens, and the other language. */
export function SignedInFooter({ state }: { state: PersonState }) {
  const { t } = useTranslation('ui');
  const choose = useChangeLanguage();
  const other = t('language.otherCode');
  return (
    <footer
      data-no-print
      className="render-late-64 sm:render-late-40 wide:render-late-32 border-t border-line"
    >
      <nav
        aria-label={t('footer.label')}
        className="mx-auto max-w-6xl px-5 pt-3 pb-6 text-sm text-ink-2 wide:px-8"
      >
        <ul className="flex flex-wrap gap-x-6">
          <FooterLinks state={state} />
          <li>
            <button type="button" data-cookies-open="" className={LINK}>
              {t('footer.cookies')}
            </button>
          </li>
          <li>
            <button
              type="button"
              lang={other}
              className={LINK}
              onClick={() => isLanguage(other) && void choose(other)}
            >
              {t('language.other')}
            </button>
          </li>
        </ul>
      </nav>
    </footer>
  );
}

const FooterLinks = cacheMarkup(function FooterLinks({ state }: { state: PersonState }) {
  const { t } = useTranslation('ui');
  const links = FOOTER_LINKS.filter(
    ({ href }) => resolveRoute(href.replace(/\?.*/, ''), state).kind === 'page',
  );
  return (
    <>
      {links.map(({ key, href }) => (
        <li key={key}>
          <Link href={href} className={LINK}>
            {t(`footer.${key}`)}
          </Link>
        </li>
      ))}
      <li>
        {/* A document of its own, which the app has no part in. */}
        <a href="/read" className={LINK}>
          {t('footer.articles')}
        </a>
      </li>
    </>
  );
});
