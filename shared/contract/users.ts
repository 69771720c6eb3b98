import { z } from 'zod';
import { ROLES } from '#shared/rules/roles.ts';
import { declareEndpoint } from './endpoint.ts';
import {
  civilDate,
  id,
  instant,
  language,
  buildSingleLineTextSchema,
  tier,
  timeZone,
} from './fields.ts';

/** The user profile of the specification, section 3. */
export const userSchema = z.object({
  id,
  name: z.string(),
  email: z.string(),
  firebaseUid: z.string(),
  /** Whether its owner confirmed the address; until then the account has few rights (decision 099). */
  emailConfirmed: z.boolean(),
  signUpMethod: z.string(),
  onboardingComplete: z.boolean(),
  preferredLanguage: language,
  timeZone: z.string().nullable(),
  streakShown: z.boolean(),
  /** Minutes a day for the plan; null until the person chooses. */
  dailyMinutes: z.int().nullable(),
  role: z.enum(ROLES),
  flightDate: z.string().nullable(),
  memberSince: instant,
  lastActive: instant,
  subscriptionTier: tier,
});
export type User = z.infer<typeof userSchema>;

/** Specification, section 7: sent when the profile is missing. The identity is that of the session. */
export const createUser = declareEndpoint({
  method: 'POST',
  path: '/api/users',
  access: 'signed_in',
  summary: 'Create the profile of the signed-in identity; again returns the same one',
  body: z.object({
    firebaseUid: z.string().max(128),
    name: buildSingleLineTextSchema(80),
    email: z.string().max(254),
    signUpMethod: z.enum(['email', 'google']),
    onboardingComplete: z.literal(false),
    preferredLanguage: language,
  }),
  replies: { 200: userSchema, 201: userSchema },
});

export const getMe = declareEndpoint({
  method: 'GET',
  path: '/api/users/me',
  access: 'signed_in',
  summary: 'The profile; 404 profile_missing when there is none yet',
  replies: { 200: userSchema },
});

export const updateMe = declareEndpoint({
  method: 'PATCH',
  path: '/api/users/me',
  access: 'signed_in',
  summary: 'Change the name, the language, the time zone or what is shown',
  body: z
    .object({
      name: buildSingleLineTextSchema(80),
      preferredLanguage: language,
      timeZone,
      streakShown: z.boolean(),
      dailyMinutes: z.int().min(5).max(60).nullable(),
      /** When it was written; of two changes the later one wins. */
      writtenAt: instant,
    })
    .partial()
    .refine((value) => Object.keys(value).some((key) => key !== 'writtenAt'), {
      message: 'nothing_to_change',
    }),
  replies: { 200: userSchema },
});

export const setFlightDate = declareEndpoint({
  method: 'PUT',
  path: '/api/users/me/flight-date',
  access: 'signed_in',
  summary:
    'Set or remove the flight date; refused where it is past in the given time zone, or in that of the flight’s known airport',
  body: z.object({ flightDate: civilDate.nullable(), timeZone }),
  replies: { 200: userSchema },
});

export const completeOnboarding = declareEndpoint({
  method: 'POST',
  path: '/api/users/me/onboarding',
  access: 'signed_in',
  summary: 'Finish onboarding; 409 assessment_incomplete without a completed assessment',
  body: z.object({ timeZone }),
  replies: { 200: userSchema },
});
