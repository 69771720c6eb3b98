import { randomUUID } from 'node:crypto';
import type { TestPerson } from './people.ts';

/** Has a person practise one sound at an instant. */
export const recordSoundGuessOf = (person: TestPerson, at: Date) =>
  person.call('POST /api/sound-practices', {
    body: { id: randomUUID(), sound: 'gear_down', at: at.toISOString(), sure: 50, knew: true },
  });
