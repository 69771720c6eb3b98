import type { App } from '#server/dependencies.ts';
import {
  registerRouteWithOwnData,
  requireCallerProfile,
  registerRoute,
  buildStatusReply,
} from '#server/http/route.ts';
import { toServerWriteTime } from '#server/http/device-clock.ts';
import { registerIdempotentRoute } from '#server/http/idempotent-route.ts';
import { assertSignUpOpen } from '#server/http/sign-up.ts';
import { AppError } from '#server/http/errors.ts';
import type { Identity } from '#server/http/identity.ts';
import * as account from '#server/features/account/writes.ts';
import { hasCompletedAssessment } from '#server/features/assessment/reads.ts';
import * as contract from '#shared/contract/users.ts';
import type { Tier } from '#shared/contract/fields.ts';
import { setNextFlightDate } from '#server/features/flights/writes.ts';
import { chooseNearestFlight } from '#shared/rules/flights.ts';
import { findProfile, ownProfileQuery } from './reads.ts';
import { findOrCreateProfile } from './writes.ts';

type Profile = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

function toUserReply(profile: Profile, tier: Tier, { emailConfirmed }: Identity) {
  return {
    id: profile.id,
    name: profile.name,
    email: profile.email,
    emailConfirmed,
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

/**
 * Registers the routes below `/api/users`: to create, read and change the profile, set the flight date, and end
 * onboarding.
 */
export function profileRoutes(app: App): void {
  registerRoute(app, contract.createUser, async ({ db, identity, body, user, now }) => {
    if (body.firebaseUid !== identity.uid) throw new AppError('identity_mismatch');
    // An existing profile is returned, even while it is being erased.
    if (user)
      return buildStatusReply(
        200,
        toUserReply(await getProfile(db, user.id, now), user.tier, identity),
      );
    // Firebase opens accounts by itself: here its newcomers can be refused. Ours were let in as they signed up.
    const isFirebase = identity.provider === 'firebase';
    if (isFirebase) assertSignUpOpen(app.dependencies.signUp);
    const { profile, created } = await findOrCreateProfile(
      db,
      {
        provider: identity.provider,
        subject: identity.uid,
        email: identity.email,
        confirmedEmail: isFirebase && identity.emailConfirmed ? identity.email : null,
        name: body.name,
        signUpMethod: body.signUpMethod,
        preferredLanguage: body.preferredLanguage,
      },
      now,
    );
    return buildStatusReply(created ? 201 : 200, toUserReply(profile, 'free', identity));
  });

  registerRouteWithOwnData(app, contract.getMe, { rows: ownProfileQuery }, async (call) => {
    const { id, tier } = requireCallerProfile(call);
    const { profile, flights } = call.own;
    if (!profile) throw new AppError('profile_missing');
    const { db, now } = call;
    const isNoted = !account.isActivityStale(profile.lastActiveAt, now);
    if (!isNoted) await account.recordActivityIfStale(db, id, now);
    const lastActiveAt = isNoted ? profile.lastActiveAt : now;
    const flightDate = chooseNearestFlight(flights, now)?.departsOn ?? null;
    return toUserReply({ ...profile, lastActiveAt, flightDate }, tier, call.identity);
  });

  registerIdempotentRoute(app, contract.updateMe, {
    write: (call) => {
      const { writtenAt: given, ...change } = call.body;
      const written = toServerWriteTime(given, call);
      return account.updateUserKeepingNewerName(
        call.db,
        requireCallerProfile(call).id,
        change,
        written,
      );
    },
    reply: async (call) => {
      const { id, tier } = requireCallerProfile(call);
      return toUserReply(await getProfile(call.db, id, call.now), tier, call.identity);
    },
  });

  registerRoute(app, contract.setFlightDate, async (call) => {
    const { id, tier } = requireCallerProfile(call);
    await setNextFlightDate(call.db, id, call.body, call.now);
    return toUserReply(await getProfile(call.db, id, call.now), tier, call.identity);
  });

  registerRoute(app, contract.completeOnboarding, async (call) => {
    const { id, tier } = requireCallerProfile(call);
    if (!(await hasCompletedAssessment(call.db, id))) throw new AppError('assessment_incomplete');
    await account.completeOnboarding(call.db, id, call.body.timeZone);
    return toUserReply(await getProfile(call.db, id, call.now), tier, call.identity);
  });
}

async function getProfile(
  db: Parameters<typeof findProfile>[0],
  id: string,
  now: Date,
): Promise<Profile> {
  const profile = await findProfile(db, id, now);
  if (!profile) throw new AppError('profile_missing');
  return profile;
}
