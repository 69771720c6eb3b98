import { type CompressedText, compressText } from '#server/http/compressed.ts';
import { listSessionTexts } from '#shared/contract/contents.ts';
import type { SessionTexts } from './reads.ts';

// Made once for all readers: a tenth less to send for a second of one processor.
const BROTLI_QUALITY = 9;

/** What was last written of the texts, with the files' addresses in it: these may change while the texts do not. */
const written = new WeakMap<SessionTexts, { addresses: string; text: Promise<CompressedText> }>();

/**
 * Returns the texts of all sessions as compressed JSON, cached until the addresses of files, which `getUrl` returns,
 * change.
 */
export async function serialiseSessionTexts(
  texts: SessionTexts,
  getUrl: (name: string | null) => Promise<string | null>,
): Promise<CompressedText> {
  const items = await Promise.all(
    texts.rows.map(async ({ recording, authorPortrait, ...row }) => ({
      ...row,
      authorPortrait: await getUrl(authorPortrait),
      recordingUrl: await getUrl(recording),
    })),
  );
  const addresses = JSON.stringify(items.map((item) => [item.authorPortrait, item.recordingUrl]));
  const known = written.get(texts);
  if (known?.addresses === addresses) return known.text;
  const reply = listSessionTexts.replies[200].parse({ language: texts.language, items });
  const text = compressText(JSON.stringify(reply), BROTLI_QUALITY);
  written.set(texts, { addresses, text });
  return text;
}
