import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/admin-letters.ts';
import type { Language } from '#shared/rules/languages.ts';
import type { LetterName, LetterTexts } from '#shared/rules/letters.ts';
import { queueEmail } from '../writes.ts';
import { buildSampleLetter } from './policy.ts';
import { listEditedLetters, listLetterVersions } from './reads.ts';
import { saveLetterVersion } from './writes.ts';

/** Registers the routes by which admins look at the e-mails, edit their texts, and have one sent to themselves. */
export function letterRoutes(app: App): void {
  const deps = app.dependencies;
  const { baseUrl } = deps;

  registerRoute(app, contract.listLetters, async ({ db }) => ({
    edited: (await listEditedLetters(db)).map(({ name, language }) => ({ name, language })),
  }));
  registerRoute(app, contract.getLetter, ({ db, params, query }) =>
    readLetter(db, params.name, query.language, baseUrl),
  );
  registerRoute(app, contract.saveLetter, async ({ db, user, now, params, body }) => {
    const { name } = params;
    const { getLetterTexts } = await import('../emails.ts');
    const ours = getLetterTexts(name, body.language);
    await saveLetterVersion(db, { actorId: user.id, now }, { name, ...body }, ours);
    return readLetter(db, name, body.language, baseUrl);
  });
  registerRoute(app, contract.previewLetter, async ({ params, body }) => ({
    sample: await renderSample(params.name, body.language, baseUrl, body.texts),
  }));
  registerRoute(app, contract.sendSampleLetter, async ({ db, user, params, body }) => {
    const { email: to } = user;
    const sample = buildSampleLetter(params.name, body.language, { to, baseUrl });
    await queueEmail(deps, db, sample, [to]);
    return { to };
  });
}

async function readLetter(db: Database, name: LetterName, language: Language, baseUrl: string) {
  const { getLetterTexts } = await import('../emails.ts');
  const versions = await listLetterVersions(db, name, language);
  const edited = versions[0]?.texts ?? null;
  return {
    ours: getLetterTexts(name, language),
    edited,
    version: versions[0]?.version ?? 0,
    versions: versions.map(({ savedAt, ...rest }) => ({
      ...rest,
      savedAt: savedAt.toISOString(),
    })),
    sample: await renderSample(name, language, baseUrl, edited),
  };
}

async function renderSample(
  name: LetterName,
  language: Language,
  baseUrl: string,
  texts: LetterTexts | null,
) {
  const { renderEmail } = await import('../emails.ts');
  const sample = buildSampleLetter(name, language, { to: 'ada@example.org', baseUrl });
  return renderEmail(sample, texts);
}
