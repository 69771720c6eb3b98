import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { TABS, type Tab } from '../model.ts';

/** The four parts of the profile. Each has an address of its own, so that back, reload and links keep it. */
export function Tabs({ current }: { current: Tab }) {
  const { t } = useTranslation('profile');
  return (
    <nav aria-label={t('tabs.label')} className="mb-8 border-b border-line">
      <ul className="-mx-2 -mb-px flex overflow-x-auto text-[0.9375rem] sm:gap-x-4 sm:text-base">
        {TABS.map((tab) => (
          <li key={tab}>
            <Link
              href={paths.profile(tab)}
              aria-current={tab === current ? 'page' : undefined}
              className="group flex min-h-12 px-2 whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:text-ink"
            >
              <span className="flex items-center border-b-2 border-transparent group-aria-[current]:border-horizon">
                {t(`tabs.${tab}`)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
