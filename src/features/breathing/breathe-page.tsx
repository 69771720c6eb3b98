import { useEffect, useRef } from 'react';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useWakeLock } from '#web/lib/device.ts';
import { roundToMinutes } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { BreathingSettingsFields } from './components/exercise-settings.tsx';
import { BreathingGuide } from './components/guide.tsx';
import { useQueueBreathingPractice } from './queries.ts';
import { useBreathingExercise } from './hooks/use-exercise.ts';
import { useBreathingSettings } from './hooks/use-settings.ts';

/** `/breathe`: the breathing exercise. */
export default function BreathePage() {
  const { t } = useTranslation('breathing');
  const { settings, change, pattern } = useBreathingSettings();
  const record = useQueueBreathingPractice();
  const exercise = useBreathingExercise(settings, (practice) => record?.(practice));
  const { running, over, start, stop } = exercise;
  const button = useRef<HTMLButtonElement>(null);
  usePageTitle(t('title'));
  useWakeLock(running);
  useEffect(() => {
    // The settings are hidden while the exercise runs, so the focus moves to the one remaining button.
    if (running || over !== null) button.current?.focus({ preventScroll: true });
    if (!running) return;
    scrollTo({ top: 0, behavior: 'instant' });
    // With large text, or on its side, the page's own header leaves no room for it.
    button.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [running, over]);
  return (
    <Page>
      <div
        data-undisturbed={running ? '' : undefined}
        className="breathe-page grid grid-cols-[minmax(0,1fr)] gap-x-16 wide:grid-cols-2 wide:grid-rows-[auto_1fr]"
      >
        <div className={running ? 'sr-only' : 'wide:col-start-2'}>
          <PageHeading title={t('title')} lead={t('lead')} />
        </div>
        <div
          data-running={running ? '' : undefined}
          className={`breathe-guide ${
            running ? 'wide:col-span-2' : 'wide:col-start-1 wide:row-span-2 wide:row-start-1'
          }`}
        >
          <BreathingGuide exercise={exercise} name={t(`patterns.${pattern.key}.name`)} />
          <div className="mt-5 flex flex-col items-center">
            {over !== null && !running && (
              <output className="settle mb-4 block text-center">
                <span className="block font-serif text-xl">{t('over.title')}</span>
                {record && (
                  <span className="mt-1 block text-sm text-ink-2">
                    {t('over.counted', { count: roundToMinutes(over) })}
                  </span>
                )}
              </output>
            )}
            <Button
              ref={button}
              variant={running ? 'secondary' : 'primary'}
              className="breath-stop w-full max-w-xs"
              icon={<Icon name={running ? 'close' : 'play'} className="size-5" />}
              onClick={running ? stop : start}
            >
              {running ? t('stop') : over === null ? t('start') : t('again')}
            </Button>
          </div>
        </div>
        {!running && (
          <div className="max-wide:mt-9 wide:col-start-2">
            <BreathingSettingsFields settings={settings} change={change} pattern={pattern} />
          </div>
        )}
      </div>
    </Page>
  );
}
