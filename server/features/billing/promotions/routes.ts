import type { App } from '#server/dependencies.ts';
import { writeAuditEntry } from '#server/features/audit/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/promotions.ts';
import { toNewPromotionCode, toStudioPromotionCode } from './wire.ts';

/** Registers the admin routes of promotion codes; without payments there are none. */
export function promotionCodeRoutes(app: App): void {
  const { payments } = app.dependencies;

  registerRoute(app, contract.listPromotions, async () => {
    const found = payments ? await payments.listPromotions() : [];
    return { promotions: found.map(toStudioPromotionCode) };
  });

  registerRoute(app, contract.createPromotion, async ({ db, body, user, now }) => {
    if (!payments) throw new AppError('not_found');
    if (body.endsAt !== null && new Date(body.endsAt) <= now)
      throw new AppError('invalid_input', { endsAt: 'invalid' });
    await payments.createPromotion(toNewPromotionCode(body));
    const entry = { at: now, actorId: user.id, by: 'admin', target: `code ${body.code}` } as const;
    await writeAuditEntry(db, { ...entry, action: 'promotion.create', details: body });
    return { ok: true as const };
  });

  registerRoute(app, contract.endPromotion, async ({ db, params, user, now }) => {
    if (!payments) throw new AppError('not_found');
    const { code } = await payments.endPromotion(params.id);
    const entry = { at: now, actorId: user.id, by: 'admin', target: `code ${code}` } as const;
    await writeAuditEntry(db, { ...entry, action: 'promotion.end', details: params });
    return { ok: true as const };
  });
}
