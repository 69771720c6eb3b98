import { initializeApp } from '@firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  fetchSignInMethodsForEmail,
  getRedirectResult,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  updateProfile,
  type User,
} from '@firebase/auth';
import type { FirebaseWeb } from '#shared/contract/firebase.ts';
import type { IdentityReply } from '#shared/contract/identity.ts';
import { isTokenToSync } from '#shared/rules/firebase.ts';
import { api, ApiError, TIMEOUT_MS } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { type AuthProvider, refusal } from '../model.ts';
import { firebaseCode, logged, refusalFrom } from './firebase-errors.ts';
import { noteSignedIn } from './signed-in-hint.ts';

const RECENT_MS = 4 * 60_000;
const CANCELLED = new Set([
  'auth/popup-closed-by-user',
  'auth/cancelled-popup-request',
  'auth/user-cancelled',
]);

/** Sign-in by Firebase. Whoever imports this module loads the SDK. */
export function firebaseAdapter(config: FirebaseWeb): AuthProvider {
  const auth = authOf(config);
  const stopFollowing = followTokens(auth);
  return {
    current: () => mapped(() => currentIdentity(auth)),

    signUp: ({ email, password, name, language }) =>
      mapped(async () => {
        auth.languageCode = language;
        const { user } = await createUserWithEmailAndPassword(auth, email, password);
        if (name) await updateProfile(user, { displayName: name });
        return identityOf(user);
      }),

    signIn: ({ email, password }) =>
      mapped(async () => {
        const { user } = await signInWithEmailAndPassword(auth, email, password);
        return identityOf(user);
      }),

    signInWithGoogle: () => mapped(() => throughGoogle(auth)),

    async signInMethods(email) {
      try {
        return await fetchSignInMethodsForEmail(auth, email);
      } catch {
        return [];
      }
    },

    sendPasswordReset: ({ email, language }) =>
      mapped(async () => {
        auth.languageCode = language;
        try {
          await sendPasswordResetEmail(auth, email);
        } catch (error) {
          // Whether an address is known is told to nobody.
          if (firebaseCode(error) !== 'auth/user-not-found') throw error;
        }
      }),

    signOut: () =>
      mapped(async () => {
        stopFollowing();
        noteSignedIn(false);
        await signOut(auth);
      }),

    erase: (onServer) =>
      mapped(async () => {
        const user = auth.currentUser;
        if (!user) throw refusal(401, 'unauthorised');
        await requireRecentSignIn(user);
        await onServer();
        stopFollowing();
        noteSignedIn(false);
        await deleteUser(user);
      }),

    bearer: () =>
      mapped(async () => {
        await ready(auth);
        return (await auth.currentUser?.getIdToken()) ?? null;
      }),
  };
}

function authOf({ apiKey, authDomain, projectId, appId, emulatorHost }: FirebaseWeb): Auth {
  const app = initializeApp({ apiKey, authDomain, projectId, appId });
  // Without a resolver here the SDK loads nothing of Google's until somebody signs in with Google.
  const persistence = [indexedDBLocalPersistence, browserLocalPersistence];
  const auth = initializeAuth(app, { persistence });
  if (emulatorHost) {
    connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true });
  }
  return auth;
}

async function mapped<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw refusalFrom(error);
  }
}

/** Who the ID token says is here: the server compares with the same token. */
async function identityOf(user: User): Promise<IdentityReply> {
  const { claims } = await user.getIdTokenResult();
  const name = user.displayName ?? '';
  noteSignedIn(true);
  return {
    uid: user.uid,
    email: typeof claims['email'] === 'string' ? claims['email'] : '',
    ...(name !== '' && { name }),
  };
}

/** Firebase deletes an account only within five minutes of a sign-in; some of them go by meanwhile. */
async function requireRecentSignIn(user: User): Promise<void> {
  const { authTime } = await user.getIdTokenResult();
  const age = now().getTime() - Date.parse(authTime);
  if (age > RECENT_MS) throw refusal(401, 'recent_sign_in');
}

/** Waits until the SDK knows who is here; it asks Google first, and would wait a minute for an answer. */
async function ready(auth: Auth): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ApiError(0, 'network')), TIMEOUT_MS);
  await Promise.race([auth.authStateReady(), promise]);
  clearTimeout(timer);
}

async function currentIdentity(auth: Auth): Promise<IdentityReply | null> {
  await ready(auth);
  try {
    await getRedirectResult(auth, browserPopupRedirectResolver);
  } catch (error) {
    refusalFrom(error);
    tellRefusedByGoogle();
  }
  if (auth.currentUser) return identityOf(auth.currentUser);
  noteSignedIn(false);
  return null;
}

/** The sign-in page reads from its address that Google's answer could not be used, in either mode. */
function tellRefusedByGoogle(): void {
  const url = new URL(location.href);
  url.searchParams.set('refused', 'google');
  if (url.pathname === '/auth') history.replaceState(history.state, '', url);
}

/** Google in a window of its own; where the browser blocks that, this page goes there and comes back. */
async function throughGoogle(auth: Auth): Promise<IdentityReply | 'redirecting' | 'cancelled'> {
  const google = new GoogleAuthProvider();
  try {
    const { user } = await signInWithPopup(auth, google, browserPopupRedirectResolver);
    return await identityOf(user);
  } catch (error) {
    const code = firebaseCode(error);
    if (CANCELLED.has(code)) return 'cancelled';
    if (code !== 'auth/popup-blocked') throw error;
  }
  // Its promise ends only where it fails: otherwise the page is left.
  await signInWithRedirect(auth, google, browserPopupRedirectResolver);
  return 'redirecting';
}

/**
 * Tells the server of every fresh token, and leaves the app when another tab changed who is signed in.
 * Returns how to stop.
 */
function followTokens(auth: Auth): () => void {
  let known: string | undefined;
  return onIdTokenChanged(auth, (user) => {
    const isOther = known !== undefined && known !== user?.uid;
    known = user?.uid;
    if (isOther) location.assign('/');
    else if (user) void syncToken(user);
  });
}

async function syncToken(user: User): Promise<void> {
  try {
    const { issuedAtTime } = await user.getIdTokenResult();
    const issuedAtS = Date.parse(issuedAtTime) / 1000;
    if (!isTokenToSync({ issuedAtS, nowS: now().getTime() / 1000 })) return;
    await api('POST /api/auth/token-sync', { body: {} });
  } catch (error) {
    // Every call carries the token anyway: the next one tells the server the same.
    logged(`Token sync: ${error instanceof Error ? error.name : 'failed'}`);
  }
}
