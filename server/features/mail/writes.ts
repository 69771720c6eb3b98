import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { markOf, seal, unseal } from '#server/seal.ts';
import type { Letter } from './letters.ts';

/**
 * Hands a letter to the queue, in the transaction of the change it tells of. With the uid of whoever has the
 * account it is about, an erasure finds it at whatever address; the letter that tells of one outlives it.
 */
export async function postLetter(
  { jobs, secret }: Pick<Dependencies, 'jobs' | 'secret'>,
  db: Database,
  letter: Letter,
  uid?: string,
): Promise<void> {
  const ids = letter.name === 'erased' ? [] : [letter.to, ...(uid ? [uid] : [])];
  const about = ids.map((id) => markOf(secret, id));
  await jobs.send(db, 'mail', { sealed: seal(secret, { ...letter, about }), about });
}

/** The job `mail`: renders one letter and takes it to where it goes, unless whom it is about was erased meanwhile. */
export async function deliver(
  { mailer, secret, jobs }: Pick<Dependencies, 'mailer' | 'secret' | 'jobs'>,
  sealed: string,
  id: string,
): Promise<void> {
  const letter = unseal(secret, sealed) as Letter & { about: string[] };
  // With the first letter, not at boot: the renderer is most of a second of modules.
  const { renderLetter } = await import('./letters.ts');
  const { to, about } = letter;
  const post = { id, to, about, ...(await renderLetter(letter)) };
  if (!(await jobs.isWanted(id))) return;
  await mailer.send(post);
  if (!(await jobs.isWanted(id))) await mailer.takeBack?.(id);
}
