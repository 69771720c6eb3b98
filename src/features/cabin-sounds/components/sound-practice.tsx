import { useEffect, useRef, useState } from 'react';
import {
  computeSoundDueTime,
  listDueSounds,
  PRACTISED_SOUNDS,
  type PractisedSound,
} from '#shared/rules/sound-practice.ts';
import { createFlightSoundPlayer } from '#web/features/soundscape/engine/flight-sound-player.ts';
import { getDeviceTimeZone, now } from '#web/lib/clock.ts';
import { formatDate } from '#web/lib/format.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { CABIN_SENSATIONS } from '../engine/cabin-sounds.ts';
import { useSoundGuesses } from '../queries.ts';

/** Practice by ear: hear a sound, say what you expect and how sure you are, learn what it is; again after some days. */
export function SoundPracticeSection() {
  const { t, i18n } = useTranslation('sounds');
  const { guesses, record } = useSoundGuesses();
  const [isOpen, setOpen] = useState(false);
  if (!guesses) return null;
  const due = listDueSounds(guesses, now());
  const next = Math.min(
    ...PRACTISED_SOUNDS.map((sound) => computeSoundDueTime(guesses, sound).getTime()),
  );
  const sound = due[0];
  const day = formatDate(getCivilDate(getDeviceTimeZone(), new Date(next)), i18n.language);
  return (
    <section aria-labelledby="by-ear" className="mt-10 border-t border-line pt-6">
      <h2 id="by-ear" className="text-xl">
        {t('practice.title')}
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-ink-2">
        {sound ? t('practice.lead') : t('practice.later', { day })}
      </p>
      {sound && !isOpen && (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t('practice.begin', { count: due.length })}
        </Button>
      )}
      {sound && isOpen && <Card key={`${sound} ${guesses.length}`} sound={sound} record={record} />}
    </section>
  );
}

function Card({
  sound,
  record,
}: {
  sound: PractisedSound;
  record: ReturnType<typeof useSoundGuesses>['record'];
}) {
  const { t } = useTranslation('sounds');
  const [sure, setSure] = useState<number | null>(null);
  const [isShown, setShown] = useState(false);
  const { isPlaying, toggle } = usePlayer(sound);
  const answer = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isShown) answer.current?.focus();
  }, [isShown]);
  const tell = (knew: boolean) => record({ sound, sure: sure ?? 0, knew });
  return (
    <div className="grid max-w-xl gap-5">
      <p>
        <Button
          variant="secondary"
          icon={<Icon name={isPlaying ? 'pause' : 'play'} className="size-5" />}
          onClick={toggle}
        >
          {t(isPlaying ? 'stop' : 'play')}
        </Button>
      </p>
      <p>{t('practice.guess')}</p>
      <Slider
        label={t('practice.sure')}
        value={sure}
        max={100}
        step={10}
        low={t('practice.notSure')}
        high={t('practice.verySure')}
        unsetText={t('practice.unset')}
        onChange={setSure}
      />
      {isShown ? (
        <>
          <div>
            <h3 ref={answer} tabIndex={-1} className="text-lg outline-none">
              {t(`of.${sound}.name`)}
            </h3>
            <p className="mt-1 text-lg">{t(`of.${sound}.what`)}</p>
          </div>
          <div>
            <p className="mb-3">{t('practice.was')}</p>
            <p className="flex flex-wrap gap-3">
              <Button variant="secondary" onClick={() => tell(true)}>
                {t('practice.knew')}
              </Button>
              <Button variant="secondary" onClick={() => tell(false)}>
                {t('practice.other')}
              </Button>
            </p>
          </div>
        </>
      ) : (
        <p>
          <Button onClick={() => setShown(true)} disabled={sure === null}>
            {t('practice.show')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Plays one sound until it is stopped, or its card is gone. */
function usePlayer(key: PractisedSound) {
  const [player] = useState(() => createFlightSoundPlayer());
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => () => player.stop(), [player]);
  const sound = CABIN_SENSATIONS.find((one) => one.key === key)?.sound;
  const toggle = () => {
    if (isPlaying || !sound) player.stop();
    else player.play(sound);
    setPlaying(!isPlaying);
  };
  return { isPlaying, toggle };
}
