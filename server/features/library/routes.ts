import { AppError } from '#server/http/errors.ts';
import type { App } from '#server/dependencies.ts';
import {
  registerRouteWithOwnData,
  registerRoute,
  buildCompressedJsonReply,
  buildJsonTextReply,
} from '#server/http/route.ts';
import {
  getSessionCacheKey,
  loadSessionLibrary,
} from '#server/features/contents/published/reads.ts';
import { findSharedSession } from '#server/features/contents/reads.ts';
import { ownSessionStatesQuery } from '#server/features/player/reads.ts';
import * as contract from '#shared/contract/contents.ts';
import { chooseSessionListSort, parseSearchTerms } from '#shared/rules/search-terms.ts';
import {
  countSessions,
  findSessionDetail,
  readAllSessionTexts,
  ownDataForContentDetailQuery,
  ownDataForLibraryListQuery,
  ownDataForLibraryTextsQuery,
} from './reads.ts';
import { searchOrListSessions } from './search/reads.ts';
import { serialiseSessionSummary } from './write-summary.ts';
import { serialiseSessionTexts } from './write-texts.ts';
import { decodeCursor, encodeCursor, toSessionDetail } from './wire.ts';

const LIST_START = Buffer.from('{"items":[');
const COMMA = Buffer.from(',');

/** Registers the routes of the library: the list and the search, one session, and a shared session. */
export function libraryRoutes(app: App): void {
  const { published, media } = app.dependencies;

  registerRouteWithOwnData(
    app,
    contract.listContents,
    { rows: ownDataForLibraryListQuery },
    async ({ db, user, query, own, reply }) => {
      const { limit, category, situation, fear, form, cursor } = query;
      const terms = parseSearchTerms(query.search ?? '');
      const sort = chooseSessionListSort(query.sort, terms.length > 0);
      const { matching: begun = 'exact', ...after } = cursor ? decodeCursor(cursor, sort) : {};
      const library = await published.read(loadSessionLibrary, user.preferredLanguage, own.version);
      const isWhole = terms.length === 0 && !cursor;
      const { rows, matching } = await searchOrListSessions(db, library, {
        language: user.preferredLanguage,
        sort,
        limit,
        after: 'key' in after ? after : null,
        ...(category && { category }),
        ...(situation && { situation }),
        ...(fear && { fear }),
        ...(form && { form }),
        terms,
        matching: begun,
      });
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      const texts = items.flatMap(({ session }, index) => [
        ...(index > 0 ? [COMMA] : []),
        serialiseSessionSummary(session, own.completed.has(session.id)),
      ]);
      const rest = JSON.stringify({
        nextCursor: rows.length > limit && last ? encodeCursor(last, sort, matching) : null,
        total: isWhole ? countSessions(library, { category, situation, fear, form }) : null,
        near: matching !== 'exact',
      });
      return buildJsonTextReply(
        reply,
        Buffer.concat([LIST_START, ...texts, Buffer.from(`],${rest.slice(1)}`)]),
      );
    },
  );

  const getUrl = async (name: string | null) => name && media.getUrl(name);
  registerRouteWithOwnData(
    app,
    contract.listSessionTexts,
    { rows: ownDataForLibraryTextsQuery },
    async (call) => {
      const texts = await published.read(
        readAllSessionTexts,
        call.user.preferredLanguage,
        call.own.version,
      );
      return buildCompressedJsonReply(call, await serialiseSessionTexts(texts, getUrl));
    },
  );

  registerRouteWithOwnData(
    app,
    contract.listSessionProgress,
    { rows: ownSessionStatesQuery },
    ({ own }) => ({
      progress: own.progress.map(({ listenedAt, completedAt, ...rest }) => ({
        ...rest,
        listenedAt: listenedAt.toISOString(),
        completedAt: completedAt?.toISOString() ?? null,
      })),
      ratings: own.ratings,
      selfRatings: own.consent
        ? own.selfRatings.map(({ contentId, ratedAt, ...one }) => ({
            contentId,
            given: { ...one, ratedAt: ratedAt.toISOString() },
          }))
        : null,
    }),
  );

  const detail = {
    rows: ownDataForContentDetailQuery,
    values: ({ params }: { params: { id: string } }) => ({ contentId: params.id }),
  };
  registerRouteWithOwnData(app, contract.getContent, detail, async ({ user, params, own }) => {
    const { preferredLanguage: language } = user;
    const library = await published.read(loadSessionLibrary, language, own.version);
    const key = getSessionCacheKey(language, params.id);
    const script = await published.read(findSessionDetail, key, own.version);
    const session = library.all.get(params.id);
    if (!session || !script) throw new AppError('content_not_found');
    return toSessionDetail(session, script, own.session, {
      recordingUrl: await getUrl(script.recording),
      authorPortrait: await getUrl(script.authorPortrait),
    });
  });

  registerRoute(app, contract.getSharedSession, async ({ params, query }) => {
    const shared = await published.read(
      findSharedSession,
      getSessionCacheKey(query.language, params.id),
    );
    if (!shared) throw new AppError('content_not_found');
    return shared;
  });
}
