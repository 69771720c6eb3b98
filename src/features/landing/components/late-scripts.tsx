import { useTranslation } from '#web/lib/translation.ts';

/**
 * What the app's documents say while their scripts have not come, with two ways on that need none. Hidden otherwise
 * (`late-scripts` in src/ui/motion.css); a document whose styles have not come either shows it. `helpPath` is the address of
 * “Help me now” as a document without scripts.
 */
export function MissingScriptsNotice({ helpPath }: { helpPath: string }) {
  const { t } = useTranslation(['landing', 'ui']);
  return (
    <div
      role="alert"
      className="late-scripts fixed inset-x-0 bottom-0 z-50 border-t border-line bg-notice-ground px-5 py-4"
    >
      <p className="max-w-prose">{t('landing:late')}</p>
      <p className="flex flex-wrap gap-x-7">
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the document's own address, whole with its query */}
        <a href="" className="text-link inline-flex min-h-11 items-center">
          {t('ui:actions.tryAgain')}
        </a>{' '}
        <a href={helpPath} className="text-link inline-flex min-h-11 items-center">
          {t('ui:nav.helpNow')}
        </a>
      </p>
    </div>
  );
}
