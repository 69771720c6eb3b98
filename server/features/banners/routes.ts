import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { findLastEdit } from '#server/features/audit/reads.ts';
import { AppError } from '#server/http/errors.ts';
import {
  registerRouteWithOwnData,
  requireCallerProfile,
  registerRoute,
} from '#server/http/route.ts';
import * as contract from '#shared/contract/banners.ts';
import { type Banner, findBanner, listBanners, ownActiveBannersQuery } from './reads.ts';
import { toActiveBanner, toBannerReply } from './wire.ts';
import {
  changeBannerAndReshowIfReworded,
  createBanner,
  deleteBanner,
  dismissBanner,
  getBannerAuditTarget,
} from './writes.ts';

/** Registers the routes of banners: listing and dismissing for people, editing for admins. */
export function bannerRoutes(app: App): void {
  registerRouteWithOwnData(
    app,
    contract.listActiveBanners,
    { rows: ownActiveBannersQuery },
    ({ user, own }) =>
      // A person without a profile is still in onboarding, where no banner is shown.
      user ? own.map((banner) => toActiveBanner(banner, user.preferredLanguage)) : [],
  );
  registerRoute(app, contract.dismissBanner, async (call) => {
    await dismissBanner(call.db, requireCallerProfile(call).id, call.params.id, call.now);
    return { ok: true as const };
  });

  registerRoute(app, contract.listStudioBanners, async ({ db }) => ({
    banners: (await listBanners(db)).map(toBannerReply),
  }));
  registerRoute(app, contract.getStudioBanner, async ({ db, params }) => {
    const found = await findBanner(db, params.id);
    if (!found) throw new AppError('not_found');
    return withLastEdit(db, found);
  });
  registerRoute(app, contract.createBanner, async ({ db, user, now, body }) =>
    withLastEdit(db, await createBanner(db, { actorId: user.id, now }, body.banner)),
  );
  registerRoute(app, contract.changeBanner, async ({ db, user, now, params, body }) =>
    withLastEdit(
      db,
      await changeBannerAndReshowIfReworded(db, { actorId: user.id, now }, params.id, body),
    ),
  );
  registerRoute(app, contract.deleteBanner, async ({ db, user, now, params, query }) => {
    await deleteBanner(db, { actorId: user.id, now }, params.id, query.version);
    return { ok: true as const };
  });
}

async function withLastEdit(db: Database, banner: Banner) {
  return {
    ...toBannerReply(banner),
    lastEdit: await findLastEdit(db, getBannerAuditTarget(banner.id)),
  };
}
