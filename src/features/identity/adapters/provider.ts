import { INVALID_FIREBASE_KEY, isFirebaseKey } from '#shared/rules/firebase.ts';
import { api, setApiBearer } from '#web/lib/api.ts';
import { type AuthProvider, refusal } from '../model.ts';
import { builtinAdapter } from './builtin.ts';

let chosen: Promise<AuthProvider> | undefined;

/**
 * The provider of this installation, asked for once. Of Firebase nothing is loaded unless it is the one.
 * @throws {ApiError} `invalid-api-key` when its key cannot be one; `network` when nobody answers.
 */
export function authProvider(): Promise<AuthProvider> {
  chosen ??= choose().catch((error: unknown) => {
    chosen = undefined;
    throw error;
  });
  return chosen;
}

async function choose(): Promise<AuthProvider> {
  const { authProvider: name, firebase } = await api('GET /api/config');
  if (name === 'builtin') return builtinAdapter;
  if (!firebase || !isFirebaseKey(firebase.apiKey)) throw refusal(500, INVALID_FIREBASE_KEY);
  const { firebaseAdapter } = await import('./firebase.ts');
  const provider = firebaseAdapter(firebase);
  setApiBearer(() => provider.bearer());
  return provider;
}
