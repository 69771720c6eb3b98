import type { App } from '#server/dependencies.ts';
import { requireUser, route } from '#server/http/route.ts';
import * as contract from '#shared/contract/banners.ts';
import { listActiveBanners, listBanners } from './reads.ts';
import { toActiveBanner } from './wire.ts';
import { changeBanner, createBanner, deleteBanner, dismissBanner } from './writes.ts';

/** Registers the routes of banners: what people see of them, and what admins make of them. */
export function bannerRoutes(app: App): void {
  route(app, contract.listActiveBanners, async ({ db, user }) => {
    // Nobody without a profile is past the introduction, where no banner is shown.
    const found = user ? await listActiveBanners(db, user.id) : [];
    return found.map((banner) => toActiveBanner(banner, user?.preferredLanguage ?? 'en'));
  });
  route(app, contract.dismissBanner, async (call) => {
    await dismissBanner(call.db, requireUser(call).id, call.params.id, call.now);
    return { ok: true as const };
  });

  route(app, contract.listBanners, async ({ db }) => ({ banners: await listBanners(db) }));
  route(app, contract.createBanner, ({ db, user, now, body }) =>
    createBanner(db, { actorId: user.id, now }, body.banner),
  );
  route(app, contract.changeBanner, ({ db, user, now, params, body }) =>
    changeBanner(db, { actorId: user.id, now }, params.id, body),
  );
  route(app, contract.deleteBanner, async ({ db, user, now, params }) => {
    await deleteBanner(db, { actorId: user.id, now }, params.id);
    return { ok: true as const };
  });
}
