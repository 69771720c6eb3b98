import { useQuery } from '@tanstack/react-query';
import type { SoundGuesses } from '#shared/contract/sounds.ts';
import type { SoundGuess } from '#shared/rules/sound-practice.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { now } from '#web/lib/clock.ts';
import { defineSyncedWrite, useSyncedWrite } from '#web/lib/sync/synced-write.ts';

const KEY = ['/api/sound-practices'] as const;

const practices = defineSyncedWrite<'POST /api/sound-practices', SoundGuesses>({
  route: 'POST /api/sound-practices',
  key: () => KEY,
  apply: ({ items }, { body }) => ({
    items: [body, ...items.filter(({ id }) => id !== body.id)],
  }),
});

/** The person's guesses of sounds (undefined until they are known), and a function that records one. */
export function useSoundGuesses() {
  const owner = useProfile().id;
  const { data } = useQuery<SoundGuesses>({ queryKey: KEY });
  const { write } = useSyncedWrite(practices, owner, KEY);
  return {
    guesses: data?.items.map(({ at, ...one }): SoundGuess => ({ ...one, at: new Date(at) })),
    record: ({ sound, sure, knew }: Pick<SoundGuess, 'sound' | 'sure' | 'knew'>) => {
      const body = { id: crypto.randomUUID(), sound, sure, knew, at: now().toISOString() };
      write({ body });
    },
  };
}
