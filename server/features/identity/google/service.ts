import type { OAuth2Tokens } from 'better-auth/oauth2';
import type { GenericOAuthConfig } from 'better-auth/plugins';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { z } from 'zod';

const TIMEOUT_MS = 10_000;

/** Endpoints of Google's OpenID provider (https://accounts.google.com/.well-known/openid-configuration). */
const GOOGLE_ENDPOINTS = {
  issuer: 'https://accounts.google.com',
  authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
};

export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** Google's by default; tests use a provider on loopback. */
  endpoints?: typeof GOOGLE_ENDPOINTS;
  /** How long Google may take for an answer; 10 s by default. */
  timeoutMs?: number;
}

const tokenReply = z.object({ id_token: z.string() });
const claims = z.object({
  sub: z.string().min(1),
  email: z.email(),
  email_verified: z.boolean().default(false),
  name: z.string().optional(),
});

/**
 * Configures Google as an OpenID provider of better-auth: authorisation code with PKCE (RFC 7636), for the server's
 * `baseUrl`. The endpoints are constants, so that a start needs no network; ID tokens are verified against Google's
 * keys, issuer and audience.
 */
export function createGoogleProvider(
  settings: GoogleSettings,
  baseUrl: string,
): GenericOAuthConfig {
  const { clientId, clientSecret, endpoints = GOOGLE_ENDPOINTS } = settings;
  const { timeoutMs = TIMEOUT_MS } = settings;
  const { issuer, authorizationUrl, tokenUrl, jwksUrl } = endpoints;
  const keys = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: timeoutMs });
  return {
    providerId: 'google',
    clientId,
    clientSecret,
    authorizationUrl,
    tokenUrl,
    redirectURI: `${baseUrl}/api/auth/callback/google`,
    scopes: ['openid', 'email', 'profile'],
    prompt: 'select_account',
    pkce: true,
    async getToken({ code, codeVerifier, redirectURI }): Promise<OAuth2Tokens> {
      const response = await fetch(tokenUrl, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectURI,
          client_id: clientId,
          client_secret: clientSecret,
          ...(codeVerifier && { code_verifier: codeVerifier }),
        }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new Error(`Google's token endpoint answered ${response.status}`);
      return { idToken: tokenReply.parse(await response.json()).id_token };
    },
    async getUserInfo({ idToken }) {
      const { payload } = await jwtVerify(idToken ?? '', keys, {
        issuer,
        audience: clientId,
        algorithms: ['RS256'],
      });
      const { sub, email, email_verified, name } = claims.parse(payload);
      return { id: sub, email, emailVerified: email_verified, name: name ?? '' };
    },
  };
}
