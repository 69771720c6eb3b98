import type {
  ContentDetail,
  ContentSummary,
  OwnProgressAndRatings,
  SessionText,
} from '#shared/contract/contents.ts';
import { assignCueTimes } from './script-timing.ts';

/**
 * Builds the reply for one session from its list entry, its text, and the person's progress and ratings in all
 * sessions.
 */
export function buildContentDetail(
  session: ContentSummary,
  { cues, ...text }: SessionText,
  { progress, ratings, selfRatings }: OwnProgressAndRatings,
): ContentDetail {
  const isThis = ({ contentId }: { contentId: string }) => contentId === session.id;
  const asks = cues.some(({ type }) => type === 'rate');
  const own = progress.find(isThis);
  return {
    ...session,
    ...text,
    cues: assignCueTimes(cues),
    rating: ratings.find(isThis)?.rating ?? null,
    selfRatings: asks ? (selfRatings?.filter(isThis).map(({ given }) => given) ?? null) : [],
    completed: Boolean(own?.completedAt),
    positionMs: own?.positionMs ?? 0,
    listenedAt: own?.listenedAt ?? null,
    completedAt: own?.completedAt ?? null,
  };
}
