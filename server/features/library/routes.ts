import { AppError } from '#server/http/errors.ts';
import type { App } from '#server/dependencies.ts';
import { route } from '#server/http/route.ts';
import { findSharedSession } from '#server/features/contents/reads.ts';
import * as contract from '#shared/contract/contents.ts';
import { chooseSort, parseSearchTerms } from '#shared/rules/search-terms.ts';
import { listRunRatings } from '#server/features/player/reads.ts';
import { findContent } from './reads.ts';
import { findContents } from './search/reads.ts';
import { openRecordings } from './service.ts';
import { decodeCursor, encodeCursor, toDetail, toSummary } from './wire.ts';

/** The library: lists, and one session. */
export function libraryRoutes(app: App): void {
  const recordings = openRecordings(app.dependencies.files.media);

  route(app, contract.listContents, async ({ db, user, query }) => {
    const { limit, category, situation, form, cursor } = query;
    const terms = parseSearchTerms(query.search ?? '');
    const sort = chooseSort(query.sort, terms.length > 0);
    const { matching: begun = 'exact', ...after } = cursor ? decodeCursor(cursor, sort) : {};
    const { rows, matching } = await findContents(db, user.id, {
      language: user.preferredLanguage,
      sort,
      limit,
      after: 'key' in after ? after : null,
      ...(category && { category }),
      ...(situation && { situation }),
      ...(form && { form }),
      terms,
      matching: begun,
    });
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(toSummary),
      nextCursor: rows.length > limit && last ? encodeCursor(last, sort, matching) : null,
      near: matching !== 'exact',
    };
  });

  route(app, contract.getContent, async ({ db, user, params, now }) => {
    const row = await findContent(db, user.id, params.id, user.preferredLanguage);
    if (!row) throw new AppError('content_not_found');
    const asks = row.cues.some(({ type }) => type === 'rate');
    const [recordingUrl, given] = await Promise.all([
      row.recording && recordings.getUrl(row.recording),
      asks ? listRunRatings(db, user.id, row.id, now) : [],
    ]);
    return toDetail(row, recordingUrl, given);
  });

  route(app, contract.getSharedSession, async ({ db, params, query }) => {
    const shared = await findSharedSession(db, params.id, query.language);
    if (!shared) throw new AppError('content_not_found');
    return shared;
  });
}
