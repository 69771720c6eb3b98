import type { App } from '#server/dependencies.ts';
import { requireUser, route, withStatus } from '#server/http/route.ts';
import { AppError } from '#server/http/errors.ts';
import { hasCompletedAssessment } from '#server/features/assessment/reads.ts';
import * as contract from '#shared/contract/users.ts';
import type { Tier } from '#shared/contract/fields.ts';
import { setFlightDate } from '#server/features/flights/writes.ts';
import { findUser } from './reads.ts';
import * as writes from './writes.ts';

type Profile = NonNullable<Awaited<ReturnType<typeof findUser>>>;

function toWire(profile: Profile, tier: Tier) {
  return {
    id: profile.id,
    name: profile.name,
    email: profile.email,
    firebaseUid: profile.subject,
    signUpMethod: profile.signUpMethod,
    onboardingComplete: profile.onboardingComplete,
    preferredLanguage: profile.preferredLanguage,
    timeZone: profile.timeZone,
    streakShown: profile.streakShown,
    dailyMinutes: profile.dailyMinutes,
    role: profile.role,
    flightDate: profile.flightDate,
    memberSince: profile.createdAt.toISOString(),
    lastActive: profile.lastActiveAt.toISOString(),
    subscriptionTier: tier,
  };
}

/** The profile: `/api/users` and what hangs below it. */
export function accountRoutes(app: App): void {
  route(app, contract.createUser, async ({ db, identity, body, user, now }) => {
    if (body.firebaseUid !== identity.uid) throw new AppError('identity_mismatch');
    // Whoever has a profile makes no other, not even while it is being erased.
    if (user) return withStatus(200, toWire(await existing(db, user.id, now), user.tier));
    const { profile, created } = await writes.createUser(
      db,
      {
        provider: identity.provider,
        subject: identity.uid,
        email: identity.email,
        name: body.name,
        signUpMethod: body.signUpMethod,
        preferredLanguage: body.preferredLanguage,
      },
      now,
    );
    return withStatus(created ? 201 : 200, toWire(profile, 'free'));
  });

  route(app, contract.me, async (call) => {
    const { id, tier } = requireUser(call);
    await writes.noteActivity(call.db, id, call.now);
    return toWire(await existing(call.db, id, call.now), tier);
  });

  route(app, contract.updateMe, async (call) => {
    const { id, tier } = requireUser(call);
    const profile = await writes.updateUser(call.db, id, call.body, call.now);
    if (!profile) throw new AppError('profile_missing');
    return toWire(profile, tier);
  });

  route(app, contract.setFlightDate, async (call) => {
    const { id, tier } = requireUser(call);
    await setFlightDate(call.db, id, call.body, call.now);
    return toWire(await existing(call.db, id, call.now), tier);
  });

  route(app, contract.completeOnboarding, async (call) => {
    const { id, tier } = requireUser(call);
    if (!(await hasCompletedAssessment(call.db, id))) throw new AppError('assessment_incomplete');
    await writes.completeOnboarding(call.db, id, call.body.timeZone);
    return toWire(await existing(call.db, id, call.now), tier);
  });
}

async function existing(
  db: Parameters<typeof findUser>[0],
  id: string,
  now: Date,
): Promise<Profile> {
  const profile = await findUser(db, id, now);
  if (!profile) throw new AppError('profile_missing');
  return profile;
}
