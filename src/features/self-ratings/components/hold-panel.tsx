import { type SubmitEvent, useEffect, useRef } from 'react';
import type { HoldCue } from '#web/features/narration/model.ts';
import { MAX_SELF_RATING_BY_NAME } from '#shared/rules/script-timing.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Slider } from '#web/ui/slider.tsx';

/** How far one press of an arrow key goes on each scale. */
const STEPS = { fear: 1, sure: 5 } as const;

/**
 * Shown while the session waits for the listener: a button to continue, below a rating scale if the session asks for a
 * number. Give it the index of the cue as key.
 */
export function HoldCuePanel(props: {
  cue: HoldCue;
  /** The number given so far; null until there is one. */
  value: number | null;
  onRate: (value: number) => void;
  onGoOn: () => void;
}) {
  const { cue, value, onRate, onGoOn } = props;
  const { t } = useTranslation('player');
  const form = useRef<HTMLFormElement>(null);
  // A listener in the player can answer at once; one who reads or writes elsewhere on the page is left there.
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement !== document.body && !activeElement?.closest('[data-player]')) return;
    form.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, []);
  const goOn = (event: SubmitEvent) => {
    event.preventDefault();
    // The pressed button disappears; the next hold, if it follows at once, takes the focus from there.
    document.querySelector<HTMLElement>('[data-player] [data-play]')?.focus();
    onGoOn();
  };
  const skips = cue.type === 'rate' && value === null;
  return (
    <form ref={form} onSubmit={goOn} className="settle mt-6 mb-8 max-w-xl">
      {cue.type === 'wait' ? (
        <p className="text-ink-2">{t('hold.wait')}</p>
      ) : (
        <Slider
          label={t(`hold.${cue.name}.label`)}
          max={MAX_SELF_RATING_BY_NAME[cue.name]}
          step={STEPS[cue.name]}
          value={value}
          onChange={onRate}
          {...(cue.name === 'sure' && { valueText: t('hold.sure.value', { value }) })}
          unsetText={t('hold.unset')}
          low={t(`hold.${cue.name}.low`)}
          high={t(`hold.${cue.name}.high`)}
        />
      )}
      <Button
        type="submit"
        wide
        variant={skips ? 'secondary' : 'primary'}
        className="mt-5 min-h-14"
        icon={<Icon name="play" className="size-5" />}
      >
        {t(skips ? 'hold.skip' : 'hold.goOn')}
      </Button>
    </form>
  );
}
