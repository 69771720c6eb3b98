import type { Language } from '#shared/contract/fields.ts';
import type { SessionTotals } from '#shared/contract/session-totals.ts';
import type { listSessionTotals } from './reads.ts';

type Row = Awaited<ReturnType<typeof listSessionTotals>>[number];

/** Converts a stored row to the figures of a session in a language as the studio shows them. */
export function toSessionTotals(row: Row): SessionTotals {
  const { contentId, language, title, kind, unpublishedAt } = row;
  const { plays, finished, stops, staysDone, stays, questions } = row;
  const { veryHelpful, somewhatHelpful, notHelpful } = row;
  const isRated = veryHelpful !== null && somewhatHelpful !== null && notHelpful !== null;
  return {
    id: contentId,
    language,
    title,
    kind,
    isUnpublished: unpublishedAt !== null,
    plays,
    finished,
    stops,
    staysDone,
    stays,
    questions,
    ratings: isRated
      ? { very_helpful: veryHelpful, somewhat_helpful: somewhatHelpful, not_helpful: notHelpful }
      : null,
  };
}

/** Names the place of a row in its order, for the page after it. */
export const encodeSessionTotalCursor = ({ value, contentId, language }: Row): string =>
  `${value}~${contentId}~${language}`;

/** Reads what `encodeSessionTotalCursor` wrote. */
export function decodeSessionTotalCursor(cursor: string) {
  const [value, id = '', language] = cursor.split('~');
  return { value: Number(value), id, language: language as Language };
}
