import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { TABS, type Tab } from '../model.ts';

/** The four parts of the profile. Each has an address of its own, so that back, reload and links keep it. */
export function Tabs({ current }: { current: Tab }) {
  const { t } = useTranslation('profile');
  return (
    <nav aria-label={t('tabs.label')} className="mb-8 border-b border-line">
      <ul className="-mb-px flex gap-x-3 overflow-x-auto text-[0.9375rem] sm:gap-x-8 sm:text-base">
        {TABS.map((tab) => (
          <li key={tab}>
            <Link
              href={paths.profile(tab)}
              aria-current={tab === current ? 'page' : undefined}
              className="inline-flex min-h-12 min-w-11 items-center justify-center border-b-2 border-transparent whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:border-horizon aria-[current]:text-ink"
            >
              {t(`tabs.${tab}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
