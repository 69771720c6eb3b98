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
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  updateProfile,
  type User,
} from '@firebase/auth';
import type { FirebaseWebConfig } from '#shared/contract/firebase.ts';
import type { IdentityReply } from '#shared/contract/identity.ts';
import { isTokenFreshForSync, SIGNED_IN_HINT_COOKIE } from '#shared/rules/firebase.ts';
import { api, ApiError, REQUEST_TIMEOUT_MS } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { readFirebaseIdentity } from './firebase-identity.ts';
import { type AuthProvider, createApiRefusal } from '../model.ts';
import { logError } from '#web/lib/log-error.ts';
import { getFirebaseErrorCode, toApiErrorIfKnownElseLog } from './firebase-errors.ts';

const RECENT_SIGN_IN_MS = 4 * 60_000;
const CANCELLED_CODES = new Set([
  'auth/popup-closed-by-user',
  'auth/cancelled-popup-request',
  'auth/user-cancelled',
]);

/** Creates the auth provider that signs people in with Firebase. Importing this module loads Firebase's SDK. */
export function createFirebaseAuthProvider(config: FirebaseWebConfig): AuthProvider {
  const auth = createAuth(config);
  const stopFollowing = syncTokens(auth);
  return {
    getIdentity: () => withApiErrors(() => loadIdentity(auth)),

    signUp: ({ email, password, name, language }) =>
      withApiErrors(async () => {
        auth.languageCode = language;
        const { user } = await createUserWithEmailAndPassword(auth, email, password);
        if (name) await updateProfile(user, { displayName: name });
        // The line that asks for the confirmation sends it again.
        await sendEmailVerification(user).catch(() => {});
        return signalAndReadIdentity(user);
      }),

    signIn: ({ email, password }) =>
      withApiErrors(async () => {
        const { user } = await signInWithEmailAndPassword(auth, email, password);
        return signalAndReadIdentity(user);
      }),

    signInWithGoogle: () => withApiErrors(() => signInThroughGoogle(auth)),

    async signInMethods(email) {
      try {
        return await fetchSignInMethodsForEmail(auth, email);
      } catch {
        return [];
      }
    },

    sendPasswordResetEmail: ({ email, language }) =>
      withApiErrors(async () => {
        auth.languageCode = language;
        try {
          await sendPasswordResetEmail(auth, email);
        } catch (error) {
          // Never reveals whether an address has an account.
          if (getFirebaseErrorCode(error) !== 'auth/user-not-found') throw error;
        }
      }),

    sendConfirmation: (language) =>
      withApiErrors(async () => {
        if (!auth.currentUser) throw createApiRefusal(401, 'unauthorised');
        auth.languageCode = language;
        await sendEmailVerification(auth.currentUser);
      }),

    signOut: () =>
      withApiErrors(async () => {
        stopFollowing();
        setSignedInHint(false);
        await signOut(auth);
      }),

    erase: (onServer) =>
      withApiErrors(async () => {
        const user = auth.currentUser;
        if (!user) throw createApiRefusal(401, 'unauthorised');
        await requireRecentSignIn(user);
        await onServer();
        stopFollowing();
        setSignedInHint(false);
        await deleteUser(user);
      }),

    getToken: () =>
      withApiErrors(async () => {
        await waitForAuthState(auth);
        return (await auth.currentUser?.getIdToken()) ?? null;
      }),
  };
}

function createAuth({
  apiKey,
  authDomain,
  projectId,
  appId,
  emulatorHost,
}: FirebaseWebConfig): Auth {
  const app = initializeApp({ apiKey, authDomain, projectId, appId });
  // Without a popup resolver the SDK loads nothing from Google until Google sign-in is used.
  const persistence = [indexedDBLocalPersistence, browserLocalPersistence];
  const auth = initializeAuth(app, { persistence });
  if (emulatorHost) {
    connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true });
  }
  return auth;
}

async function withApiErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toApiErrorIfKnownElseLog(error);
  }
}

/** Reads who is signed in, and lets the server know that a person is. */
function signalAndReadIdentity(user: User): Promise<IdentityReply> {
  setSignedInHint(true);
  return readFirebaseIdentity(user);
}

/**
 * Refuses unless the sign-in is recent: Firebase deletes accounts only within five minutes of one, and the erasure
 * takes some of them.
 */
async function requireRecentSignIn(user: User): Promise<void> {
  const { authTime } = await user.getIdTokenResult();
  const age = now().getTime() - Date.parse(authTime);
  if (age > RECENT_SIGN_IN_MS) throw createApiRefusal(401, 'recent_sign_in');
}

/** Waits until the SDK has restored its auth state; it contacts Google first and would wait a minute. */
async function waitForAuthState(auth: Auth): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ApiError(0, 'network')), REQUEST_TIMEOUT_MS);
  await Promise.race([auth.authStateReady(), promise]);
  clearTimeout(timer);
}

async function loadIdentity(auth: Auth): Promise<IdentityReply | null> {
  await waitForAuthState(auth);
  try {
    await getRedirectResult(auth, browserPopupRedirectResolver);
  } catch (error) {
    toApiErrorIfKnownElseLog(error);
    markGoogleRefusal();
  }
  const user = auth.currentUser;
  // Confirmed meanwhile, the address has its rights from now on, not from the token of the next hour on.
  if (user?.emailVerified === false) await user.getIdToken(true).catch(() => {});
  if (user) return signalAndReadIdentity(user);
  setSignedInHint(false);
  return null;
}

/** Marks in the URL that Google's sign-in failed; the sign-in page shows it. */
function markGoogleRefusal(): void {
  const url = new URL(location.href);
  url.searchParams.set('refused', 'google');
  if (url.pathname === '/auth') history.replaceState(history.state, '', url);
}

/** Signs in with Google in a popup, or by redirect where the browser blocks popups. */
async function signInThroughGoogle(
  auth: Auth,
): Promise<IdentityReply | 'redirecting' | 'cancelled'> {
  const google = new GoogleAuthProvider();
  try {
    const { user } = await signInWithPopup(auth, google, browserPopupRedirectResolver);
    return await signalAndReadIdentity(user);
  } catch (error) {
    const code = getFirebaseErrorCode(error);
    if (CANCELLED_CODES.has(code)) return 'cancelled';
    if (code !== 'auth/popup-blocked') throw error;
  }
  // This promise settles only on failure; otherwise the page is left.
  await signInWithRedirect(auth, google, browserPopupRedirectResolver);
  return 'redirecting';
}

/**
 * Sends every new token to the server, and reloads the app when another tab changed who is signed in. Returns the
 * unsubscribe function.
 */
function syncTokens(auth: Auth): () => void {
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
    if (!isTokenFreshForSync({ issuedAtS, nowS: now().getTime() / 1000 })) return;
    await api('POST /api/auth/token-sync', { body: {} });
  } catch (error) {
    // Every request carries the token, so the next one informs the server too.
    logError(`Token sync: ${error instanceof Error ? error.name : 'failed'}`);
  }
}

const YEAR_S = 31_536_000;

/**
 * Sets or removes a cookie that tells the server whether a person is signed in, without saying who. Pages are
 * requested without a token, and the cookie decides between the app and the public page.
 */
function setSignedInHint(isSignedIn: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const lasts = isSignedIn ? YEAR_S : 0;
  document.cookie = `${SIGNED_IN_HINT_COOKIE}=1; Path=/; Max-Age=${lasts}; SameSite=Lax${secure}`;
}
