import { useEffect, useState } from 'react';
import type { ExposureSoundName } from '#shared/rules/ladder.ts';
import { createFlightSoundPlayer } from '#web/features/soundscape/engine/flight-sound-player.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';

/** Plays the sound of a step until it is stopped or unmounted. */
export function LadderSoundPlayer({ sound }: { sound: ExposureSoundName }) {
  const { t } = useTranslation('ladder');
  const [player] = useState(() => createFlightSoundPlayer());
  const [playing, setPlaying] = useState(false);
  useEffect(() => () => player.stop(), [player]);
  const press = () => {
    if (playing) player.stop();
    else player.play(sound);
    setPlaying(!playing);
  };
  return (
    <div>
      <Button
        variant="secondary"
        icon={<Icon name={playing ? 'pause' : 'play'} className="size-5" />}
        onClick={press}
      >
        {t(playing ? 'step.stop' : 'step.play')}
      </Button>
      <p className="mt-3 max-w-prose text-ink-2">{t('step.playing')}</p>
    </div>
  );
}
