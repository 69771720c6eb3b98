import { Link } from 'wouter';
import { cacheMarkup } from '#web/lib/cached-markup.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';

const ACTIONS = [
  { key: 'flight', href: paths.flight(), icon: 'plane' },
  { key: 'library', href: paths.library(), icon: 'windows' },
  { key: 'programs', href: paths.programs(), icon: 'path' },
  { key: 'ladder', href: paths.ladder(), icon: 'ladder' },
  { key: 'breathe', href: paths.breathe(), icon: 'sun' },
  { key: 'help', href: paths.sos(), icon: 'help' },
] as const;

/** Links on the dashboard to other common pages. */
export const QuickActions = cacheMarkup(function QuickActions() {
  const { t } = useTranslation('home');
  return (
    <ul className="-my-2">
      {ACTIONS.map(({ key, href, icon }) => (
        <li key={key} className="border-t border-line first:border-t-0">
          <Link href={href} className="group flex min-h-16 items-center gap-4 py-2.5">
            <Icon name={icon} className="size-6 shrink-0 text-flow" />
            <span className="min-w-0 grow">
              <span className="block font-medium group-hover:underline">{t(`actions.${key}`)}</span>
              <span className="block text-sm text-ink-2">{t(`actions.${key}Hint`)}</span>
            </span>
            <Icon name="chevron-right" className="size-5 shrink-0 text-ink-2" />
          </Link>
        </li>
      ))}
    </ul>
  );
});
