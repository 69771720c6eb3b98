import type { ListedSession, StudioSession } from '#shared/contract/admin-contents.ts';
import { getSessionPublicationState } from './policy.ts';
import type { findStudioSession, listStudioSessions } from './reads.ts';

/** Converts a session to the form for the admin's editor. */
export function toStudioSession(
  session: NonNullable<Awaited<ReturnType<typeof findStudioSession>>>,
  { lastEdit, recordings }: Pick<StudioSession, 'lastEdit' | 'recordings'>,
): StudioSession {
  const {
    contentId: id,
    slug,
    version,
    source,
    publishedVersion,
    publishAt,
    publishedAt,
  } = session;
  return {
    id,
    slug,
    version,
    source,
    state: getSessionPublicationState(session),
    publishedVersion,
    publishAt: publishAt?.toISOString() ?? null,
    publishedAt: publishedAt?.toISOString() ?? null,
    recordings,
    lastEdit,
  };
}

/** Converts a session to the form for the admin's list. */
export function toListedSession(
  row: Awaited<ReturnType<typeof listStudioSessions>>[number],
): ListedSession {
  const { shown, publishAt, updatedAt, ...rest } = row;
  return {
    ...rest,
    state: getSessionPublicationState({ shown, publishAt }),
    publishAt: publishAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  };
}
