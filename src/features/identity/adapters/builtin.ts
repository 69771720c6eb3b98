import type { BotCheckAction } from '#shared/contract/bot-check.ts';
import { api, ApiError, type ReplyOf, sendRequestIfNeeded, hasErrorCode } from '#web/lib/api.ts';
import { type AuthProvider, type SignInInput } from '../model.ts';

/** Runs the bot check, whose code is loaded only now; resolves to its token, or null without one. */
const checkBot = (action: BotCheckAction): Promise<string | null> =>
  import('#web/features/bot-check/queries.ts').then(
    ({ runBotCheck }) => runBotCheck(action),
    () => null,
  );

const signIn = (body: SignInInput) => api('POST /api/auth/sign-in', { body });

/** Sign-in by the server itself: e-mail and password, and Google when its keys are set. */
export const builtinAuthProvider: AuthProvider = {
  async getIdentity(signal) {
    try {
      return (await api('GET /api/auth/identity', signal ? { signal } : undefined)).identity;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'identity_mismatch') throw error;
      // Another tab signed another person in, or the e-mail changed: ask again without naming an identity. All other
      // requests keep theirs, so that nothing of one person is sent as another's.
      const found = await sendRequestIfNeeded('GET', '/api/auth/identity', {
        signal,
        caller: null,
      });
      return (found as ReplyOf<'GET /api/auth/identity'>).identity;
    }
  },

  // The server answers the same for a known address, so the second step may fail there.
  async signUp(body) {
    const botToken = await checkBot('sign_up');
    const { next } = await api('POST /api/auth/sign-up', { body: { ...body, botToken } });
    if (next === 'confirm_email') return next;
    try {
      return await signIn({ email: body.email, password: body.password });
    } catch (error) {
      // The address had an account, and its owner was told by e-mail: the page says no more and no less than that.
      if (hasErrorCode(error, 'wrong_credentials')) return 'confirm_email';
      throw error;
    }
  },

  signIn,

  async signInWithGoogle(next) {
    const { url } = await api('GET /api/auth/google', { query: { next } });
    location.assign(url);
    return 'redirecting';
  },

  // The server never reveals how an address signs in.
  signInMethods: () => Promise.resolve([]),

  async sendPasswordResetEmail(body) {
    const botToken = await checkBot('reset');
    await api('POST /api/auth/forgot', { body: { ...body, botToken } });
  },

  async sendConfirmation(language) {
    await api('POST /api/auth/email/confirmation', { body: { language } });
  },

  async signOut() {
    await api('POST /api/auth/sign-out', { body: {} });
  },

  async erase(onServer) {
    await onServer();
  },

  getToken: () => Promise.resolve(null),
};
