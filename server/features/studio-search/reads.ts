import type { Database } from '#server/db/connect.ts';
import { SETTINGS_REFERENCE } from '#server/env-reference.ts';
import { listBanners } from '#server/features/banners/reads.ts';
import { listEditedLetters } from '#server/features/mail/letters/reads.ts';
import { findOrCreateSupportSettings } from '#server/features/support/settings/writes.ts';
import { listSavedReplies } from '#server/features/support/replies/reads.ts';
import { readNarrationSettings } from '#server/features/voices/reads.ts';
import {
  MAX_HITS,
  type SettingPlace,
  type StudioSearchResults,
} from '#shared/contract/admin-search.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { isRoleAdmitted, type Role } from '#shared/rules/roles.ts';
import { cutExcerpt, hasWords } from './policy.ts';

interface SetText {
  place: SettingPlace;
  id: string | null;
  texts: readonly (string | null | undefined)[];
}

type Hits = StudioSearchResults['settings'];

/** Finds what is set in the studio by its words, as far as the role opens it: of each thing the first text that has them. */
export async function findSettingsWithWords(
  db: Database,
  role: Role,
  words: string,
): Promise<Hits> {
  const lists = [
    ...(isRoleAdmitted('support', role) ? [await listSupportTexts(db)] : []),
    ...(isRoleAdmitted('editor', role) ? [await listVoiceTexts(db)] : []),
    ...(isRoleAdmitted('admin', role)
      ? [await listBannerTexts(db), await listLetterTexts(db)]
      : []),
  ];
  const set = lists.flat().flatMap(({ place, id, texts }) => {
    const found = texts.find((text) => text && hasWords(text, words));
    return found ? [{ place, id, excerpt: cutExcerpt(found, words) }] : [];
  });
  const ofServer = isRoleAdmitted('admin', role) ? findServerSettings(words) : [];
  return [...set, ...ofServer].slice(0, MAX_HITS);
}

/** Finds the server's settings whose names and meanings hold all these words; those by their names first. */
function findServerSettings(words: string): Hits {
  const parts = words.split(/[\s_=]+/).filter(Boolean);
  const hasAll = (text: string) => parts.every((part) => hasWords(text, part));
  const all = SETTINGS_REFERENCE.flatMap(({ settings }) => settings);
  const byName = all.filter(({ name }) => hasAll(name));
  const byMeaning = all.filter(
    ({ name, meaning }) => !hasAll(name) && hasAll(`${name} ${meaning}`),
  );
  return [...byName, ...byMeaning].map(({ name, meaning }) => ({
    place: 'environment',
    id: name,
    excerpt: meaning.replaceAll('`', ''),
  }));
}

async function listSupportTexts(db: Database): Promise<SetText[]> {
  const { who } = await findOrCreateSupportSettings(db);
  return [
    { place: 'support', id: null, texts: LANGUAGES.map((language) => who[language]) },
    ...(await listSavedReplies(db)).map(({ id, title, texts }) => ({
      place: 'reply' as const,
      id,
      texts: [title, ...Object.values(texts)],
    })),
  ];
}

async function listVoiceTexts(db: Database): Promise<SetText[]> {
  const settings = await readNarrationSettings(db);
  return LANGUAGES.flatMap((language) => {
    const { words, styles } = settings[language];
    return [
      ...words.map(({ written, spoken }) => `${written}: ${spoken}`),
      ...styles.map(({ voice, style }) => [voice, style].filter(Boolean).join(': ')),
    ].map((text) => ({ place: 'voices' as const, id: null, texts: [text] }));
  });
}

const listBannerTexts = async (db: Database): Promise<SetText[]> =>
  (await listBanners(db)).map(({ id, name, text, buttonText, targetUrl }) => ({
    place: 'banner',
    id,
    texts: [name, ...Object.values(text ?? {}), ...Object.values(buttonText ?? {}), targetUrl],
  }));

const listLetterTexts = async (db: Database): Promise<SetText[]> =>
  (await listEditedLetters(db)).map(({ name, texts }) => ({
    place: 'letter',
    id: name,
    texts: Object.values(texts),
  }));
