import { Events, OAuth2Server } from 'oauth2-mock-server';
import type { GoogleSettings } from '#server/features/identity/google/service.ts';

const CLIENT_ID = 'envol';

export interface FakeGoogle {
  settings: GoogleSettings;
  /** Sets claims of the next ID tokens; the defaults are those of a verified account. */
  setClaims(claims: Record<string, unknown>): void;
  stop(): Promise<void>;
}

/** Starts a real OpenID provider on loopback in place of Google; its `settings` configure the server. */
export async function startFakeGoogle(): Promise<FakeGoogle> {
  const provider = new OAuth2Server();
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  const issuer = provider.issuer.url ?? '';
  const well = { aud: CLIENT_ID, email_verified: true };
  let said: Record<string, unknown> = well;
  provider.service.on(Events.BeforeTokenSigning, (token: { payload: object }) => {
    Object.assign(token.payload, said);
  });
  return {
    settings: {
      clientId: CLIENT_ID,
      clientSecret: 'a secret of ours',
      endpoints: {
        issuer,
        authorizationUrl: `${issuer}/authorize`,
        tokenUrl: `${issuer}/token`,
        jwksUrl: `${issuer}/jwks`,
      },
    },
    setClaims: (claims) => void (said = { ...well, ...claims }),
    stop: () => provider.stop(),
  };
}
