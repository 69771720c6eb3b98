import { INVALID_FIREBASE_KEY, isFirebaseKey } from '#shared/rules/firebase.ts';
import { api, setApiTokenSource } from '#web/lib/api.ts';
import { type AuthProvider, createRefusal } from '../model.ts';
import { builtinAdapter } from './builtin.ts';

let providerPromise: Promise<AuthProvider> | undefined;

/**
 * Loads the auth provider of this installation, once. Firebase's SDK is loaded only where it is used.
 * @throws {ApiError} `invalid-api-key` for an impossible key; `network` when the server does not answer.
 */
export function getAuthProvider(): Promise<AuthProvider> {
  providerPromise ??= loadProvider().catch((error: unknown) => {
    providerPromise = undefined;
    throw error;
  });
  return providerPromise;
}

async function loadProvider(): Promise<AuthProvider> {
  const { authProvider: name, firebase } = await api('GET /api/config');
  if (name === 'builtin') return builtinAdapter;
  if (!firebase || !isFirebaseKey(firebase.apiKey)) throw createRefusal(500, INVALID_FIREBASE_KEY);
  const { firebaseAdapter } = await import('./firebase.ts');
  const provider = firebaseAdapter(firebase);
  setApiTokenSource(() => provider.getToken());
  return provider;
}
