import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readNarrationSettings } from '#server/features/voices/reads.ts';
import { fallBackIfFileMissing } from '#server/missing-file.ts';
import type { Language } from '#shared/rules/languages.ts';
import {
  buildSpeechRequest,
  type SentenceTake,
  type SpeechRequest,
  type SpeakerChoiceFacts,
} from '#shared/rules/speech.ts';
import { SPOKEN_SENTENCES_FOLDER } from './policy.ts';
import { getCachedSpeechFileName } from './speaker/service.ts';

/** Decides what a provider is asked for to speak a sentence of a session, of which these takes are kept. */
export type SpeechRequestBuilder = (
  session: SpeakerChoiceFacts,
  language: Language,
  text: string,
  takes: readonly SentenceTake[],
) => SpeechRequest;

/** Returns a function that directs sentences as the studio says at this moment. */
export async function createSpeechRequestBuilder(db: Database): Promise<SpeechRequestBuilder> {
  const voices = await readNarrationSettings(db);
  return (session, language, text, takes) => {
    const own = takes.find((take) => take.text === text);
    return buildSpeechRequest(voices[language], session, language, text, own);
  };
}

/**
 * Returns a function that counts those of a session's sentences that are to be paid, and their characters: each that was
 * spoken before, or counted before by the same function, is free.
 */
export async function createBillableSentenceCounter({
  generation: { speaker },
  media,
}: Pick<Dependencies, 'generation' | 'media'>) {
  const spoken = new Set(
    await fallBackIfFileMissing(readdir(join(media.folder, SPOKEN_SENTENCES_FOLDER)), []),
  );
  return (sentences: readonly SpeechRequest[]) => {
    let characters = 0;
    let unspoken = 0;
    for (const sentence of sentences) {
      const { language, text } = sentence;
      const name = speaker ? getCachedSpeechFileName(speaker, sentence) : `${language} ${text}`;
      if (spoken.has(name)) continue;
      characters += text.length;
      unspoken += 1;
      spoken.add(name);
    }
    return { characters, unspoken };
  };
}
