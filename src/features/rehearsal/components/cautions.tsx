import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';

/** What is said once, before the first rehearsal: what it does on purpose, and for whom it is not. */
export function RehearsalCautions({ onGo, onLeave }: { onGo: () => void; onLeave: () => void }) {
  const { t } = useTranslation('rehearsal');
  return (
    <>
      <h1 className="text-4xl">{t('cautions.title')}</h1>
      <p className="mt-4 text-lg">{t('cautions.purpose')}</p>
      <h2 className="mt-8 mb-2 text-xl">{t('cautions.not')}</h2>
      <ul className="border-t border-line">
        {(['trauma', 'epilepsy', 'driving', 'soon'] as const).map((key) => (
          <li key={key} className="border-b border-line py-3">
            {t(`cautions.${key}`)}
          </li>
        ))}
      </ul>
      <p className="mt-6 text-ink-2">{t('cautions.stop')}</p>
      <div className="mt-auto grid gap-3 pt-8 pb-5">
        <Button variant="quiet" onClick={onLeave}>
          {t('cautions.leave')}
        </Button>
        <Button wide onClick={onGo}>
          {t('cautions.go')}
        </Button>
      </div>
    </>
  );
}
