import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { okReply } from './fields.ts';

/** What a browser needs to sign in with Firebase; all of it is public by Firebase's design. */
export const firebaseWebConfigSchema = z.object({
  apiKey: z.string(),
  authDomain: z.string(),
  projectId: z.string(),
  appId: z.string(),
  /** Host and port of the emulator of development, instead of Google's servers. */
  emulatorHost: z.string().optional(),
});
export type FirebaseWebConfig = z.infer<typeof firebaseWebConfigSchema>;

export const syncFirebaseToken = declareEndpoint({
  method: 'POST',
  path: '/api/auth/token-sync',
  access: 'signed_in',
  summary: 'A new ID token of Firebase, verified as it came; the profile follows its address',
  body: z.object({}),
  replies: { 200: okReply },
});
