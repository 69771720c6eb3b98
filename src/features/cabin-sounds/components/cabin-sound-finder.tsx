import { useDeferredValue, useEffect, useState } from 'react';
import type { FlightPhase } from '#shared/rules/flight-phases.ts';
import { createFlightSoundPlayer } from '#web/features/soundscape/engine/flight-sound-player.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import {
  CABIN_SENSATIONS,
  type CabinSensation,
  type CabinSound,
  hasCrewAdvice,
  sortSensationsPhaseFirst,
} from '../engine/cabin-sounds.ts';
import { searchSoundKeys } from '../engine/sound-search.ts';
import { SoundPracticeSection } from './sound-practice.tsx';

/** What passengers hear, see, feel and smell, found by the phase and by their own words; a sound plays on a tap only. */
export function CabinSoundFinder({ phase }: { phase: FlightPhase }) {
  const { t } = useTranslation('sounds');
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const [player] = useState(() => createFlightSoundPlayer());
  const [playing, setPlaying] = useState<CabinSensation['key'] | null>(null);
  useEffect(() => () => player.stop(), [player]);
  const items = CABIN_SENSATIONS.map(({ key }) => ({
    key,
    name: t(`of.${key}.name`),
    what: t(`of.${key}.what`),
    words: t(`of.${key}.words`),
  }));
  const found = query === '' ? null : searchSoundKeys(items, query);
  const shown = found
    ? found.flatMap((key) => CABIN_SENSATIONS.filter((sensation) => sensation.key === key))
    : sortSensationsPhaseFirst(phase);
  const toggle = (key: CabinSensation['key'], sound: CabinSound) => {
    if (playing === key) player.stop();
    else player.play(sound);
    setPlaying(playing === key ? null : key);
  };
  return (
    <article>
      <h1 className="text-4xl">{t('title')}</h1>
      <p className="mt-2 mb-5 text-lg text-ink-2">{t('lead')}</p>
      <TextField
        type="search"
        label={t('search')}
        hint={t('searchHint')}
        value={typed}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => setTyped(event.target.value)}
      />
      <output className="mt-3 block text-sm text-ink-2">
        {found && (found.length > 0 ? t('found', { count: found.length }) : t('none'))}
      </output>
      <ul className="mt-3 border-t border-line">
        {shown.map((sound) => (
          <SoundRow
            key={sound.key}
            sound={sound}
            isPlaying={playing === sound.key}
            onToggle={toggle}
          />
        ))}
      </ul>
      {query === '' && <SoundPracticeSection />}
    </article>
  );
}

function SoundRow({
  sound: { key, sound, lasts },
  isPlaying,
  onToggle,
}: {
  sound: CabinSensation;
  isPlaying: boolean;
  onToggle: (key: CabinSensation['key'], sound: CabinSound) => void;
}) {
  const { t } = useTranslation('sounds');
  return (
    <li className="border-b border-line">
      <details className="group">
        <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-2 font-serif text-lg font-medium [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 wrap-anywhere">{t(`of.${key}.name`)}</span>
          <Icon
            name="chevron-down"
            className="size-5 shrink-0 text-ink-2 transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="grid gap-3 pb-5">
          <p className="max-w-prose text-lg">{t(`of.${key}.what`)}</p>
          <p className="max-w-prose text-ink-2">{t(`lasts.${lasts}`)}</p>
          <p className="max-w-prose text-ink-2">
            {hasCrewAdvice(key) ? t(`of.${key}.crew`) : t('crew')}
          </p>
          {sound && (
            <p>
              <Button
                variant="secondary"
                icon={<Icon name={isPlaying ? 'pause' : 'play'} className="size-5" />}
                onClick={() => onToggle(key, sound)}
              >
                {t(isPlaying ? 'stop' : 'play')}
              </Button>
            </p>
          )}
        </div>
      </details>
    </li>
  );
}
