import { execute } from '#web/features/bot-check/queries.ts';
import { api, ApiError, type ReplyOf, send } from '#web/lib/api.ts';
import { type AuthProvider, refusal, type SignInInput } from '../model.ts';

const signIn = (body: SignInInput) => api('POST /api/auth/sign-in', { body });

/** Sign-in by the server itself: e-mail and password, and Google when its keys are set. */
export const builtinAdapter: AuthProvider = {
  async current(signal) {
    try {
      return (await api('GET /api/auth/identity', signal ? { signal } : undefined)).identity;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'identity_mismatch') throw error;
      // Another tab signed somebody else in, or the address was changed: asked in nobody's name. Every
      // other call goes on in the name it has, so that nothing of one person is sent as another's.
      const found = await send('GET', '/api/auth/identity', undefined, signal, null);
      return (found as ReplyOf<'GET /api/auth/identity'>).identity;
    }
  },

  // The server answers alike for an address it knows, so that there the second step may fail.
  async signUp(body) {
    const botToken = await execute('sign_up');
    const { next } = await api('POST /api/auth/sign-up', { body: { ...body, botToken } });
    if (next === 'confirm_email') return next;
    try {
      return await signIn({ email: body.email, password: body.password });
    } catch (error) {
      const isKnown = error instanceof ApiError && error.code === 'wrong_credentials';
      throw isKnown ? refusal(422, 'email_unusable') : error;
    }
  },

  signIn,

  async signInWithGoogle(next) {
    const { url } = await api('GET /api/auth/google', { query: { next } });
    location.assign(url);
    return 'redirecting';
  },

  // The server tells nobody how an address signs in.
  signInMethods: () => Promise.resolve([]),

  async sendPasswordReset(body) {
    const botToken = await execute('reset');
    await api('POST /api/auth/forgot', { body: { ...body, botToken } });
  },

  async signOut() {
    await api('POST /api/auth/sign-out', { body: {} });
  },

  async erase(onServer) {
    await onServer();
  },

  bearer: () => Promise.resolve(null),
};
