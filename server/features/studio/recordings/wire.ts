import type { Dependencies } from '#server/dependencies.ts';
import type { FormerRecording } from '#shared/contract/admin-approvals.ts';
import type { StudioRecording, StudioSession } from '#shared/contract/admin-contents.ts';
import type { Language } from '#shared/contract/fields.ts';
import { parseScript } from '#shared/rules/script.ts';
import {
  hashSpokenSentences,
  type listFormerRecordings,
  type readDraftRecordingsByLanguage,
} from './reads.ts';

/**
 * Converts the recordings of a session to the form for the editor; `fits` says whether each still matches its script.
 */
export async function toStudioRecordings(
  media: Dependencies['media'],
  { facts, scripts }: StudioSession['source'],
  recordings: Awaited<ReturnType<typeof readDraftRecordingsByLanguage>>,
): Promise<StudioSession['recordings']> {
  async function toWire(language: Language): Promise<StudioRecording | null> {
    const recording = recordings.get(language);
    if (!recording) return null;
    const { name, bytes, durationMs, origin, spokenHash, spans, addedAt, doubts } = recording;
    const parsed = parseScript(scripts[language], { language, ...facts });
    return {
      url: await media.getUrl(name),
      bytes,
      durationMs,
      origin,
      spans,
      doubts,
      fits: parsed.ok && hashSpokenSentences(parsed.cues) === spokenHash,
      addedAt: addedAt.toISOString(),
    };
  }
  return { en: await toWire('en'), fr: await toWire('fr') };
}

/** Converts former recordings to the form for the editor. */
export async function toFormerRecordings(
  media: Dependencies['media'],
  { facts, scripts }: StudioSession['source'],
  former: Awaited<ReturnType<typeof listFormerRecordings>>,
): Promise<FormerRecording[]> {
  const hash = (language: Language) => {
    const parsed = parseScript(scripts[language], { language, ...facts });
    return parsed.ok ? hashSpokenSentences(parsed.cues) : null;
  };
  const present = { en: hash('en'), fr: hash('fr') };
  return Promise.all(
    former.map(async ({ id, language, name, durationMs, origin, spokenHash, ...at }) => ({
      id,
      language,
      url: await media.getUrl(name),
      durationMs,
      origin,
      fits: present[language] === spokenHash,
      addedAt: at.addedAt.toISOString(),
      approvedAt: at.approvedAt?.toISOString() ?? null,
    })),
  );
}
