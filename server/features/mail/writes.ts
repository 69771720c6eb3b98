import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { seal, unseal } from '#server/seal.ts';
import type { Letter } from './letters.ts';

/** Hands a letter to the queue, in the transaction of the change it tells of. */
export async function postLetter(
  { jobs, secret }: Pick<Dependencies, 'jobs' | 'secret'>,
  db: Database,
  letter: Letter,
): Promise<void> {
  await jobs.send(db, 'mail', { sealed: seal(secret, letter) });
}

/** The job `mail`: renders one letter and takes it to where it goes. */
export async function deliver(
  { mailer, secret }: Pick<Dependencies, 'mailer' | 'secret'>,
  sealed: string,
  id: string,
): Promise<void> {
  const letter = unseal(secret, sealed) as Letter;
  // With the first letter, not at boot: the renderer is most of a second of modules.
  const { renderLetter } = await import('./letters.ts');
  await mailer.send({ id, to: letter.to, ...(await renderLetter(letter)) });
}
