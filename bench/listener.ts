import { randomInt, randomUUID } from 'node:crypto';
import { solveBotCheckChallenge } from '#server/testing/bot-check.ts';
import { ORDER_CONSENT } from '#server/testing/people.ts';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import type { BotCheckChallenge } from '#shared/contract/bot-check.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';

/** An HTTP client with cookies, like one browser. */
export function createHttpClientWithCookies(where: { base: string }) {
  const cookies = new Map<string, string>();
  const getCookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  /** Makes a call; throws unless it succeeds. */
  const call = async (
    method: string,
    route: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<unknown> => {
    const response = await fetch(`${where.base}${route}`, {
      method,
      headers: {
        origin: where.base,
        cookie: getCookie(),
        // Believed only where this machine is a trusted proxy.
        'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(256)}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    if (!response.ok) {
      const { status } = response;
      throw Object.assign(new Error(`${method} ${route}: ${status} ${await response.text()}`), {
        status,
      });
    }
    return response.json();
  };
  return { call, getCookie };
}

type Call = ReturnType<typeof createHttpClientWithCookies>['call'];

/** Signs a person up, up to the end of onboarding, through the API calls of the browser. */
export async function signUpMember(call: Call): Promise<void> {
  const email = `crash-${randomUUID()}@example.org`;
  const password = 'a long walk along the runway';
  const given = await call('GET', '/api/bot-check/challenge?action=sign_up');
  const botToken = await solveBotCheckChallenge(
    (given as { challenge: BotCheckChallenge }).challenge,
  );
  await call('POST', '/api/auth/sign-up', { email, password, language: 'en', botToken });
  const identity = await call('POST', '/api/auth/sign-in', { email, password });
  const { uid } = identity as { uid: string };
  await call('POST', '/api/users', {
    firebaseUid: uid,
    name: 'Ada',
    email,
    signUpMethod: 'email',
    onboardingComplete: false,
    preferredLanguage: 'en',
  });
  await call('PUT', '/api/assessment/consent', { given: true, version: HEALTH_CONSENT_VERSION });
  const answers = Object.fromEntries(FEAR_AREAS.map(({ key }) => [key, 5]));
  await call('POST', '/api/assessment/complete', { answers });
  await call('POST', '/api/users/me/onboarding', { timeZone: 'Europe/Paris' });
}

/** Signs a person up and gets them a pass through the API calls of the browser. */
export async function signUpListener(call: Call): Promise<void> {
  await signUpMember(call);
  const { url } = (await call('POST', '/api/checkouts', {
    plan: 'monthly',
    currency: 'EUR',
    consent: ORDER_CONSENT,
  })) as { url: string };
  const page = new URL(url, 'http://localhost').searchParams.get('checkout');
  await call('POST', `/api/sandbox/checkouts/${page}/pay`, { card: 'accepted' });
  await call('POST', '/api/passes/sync', {});
}

/** Makes so many listeners, one after another; resolves to their cookies and the id of a session of the library. */
export async function signUpListeners(where: { base: string }, count: number) {
  const cookies: string[] = [];
  let content = '';
  while (cookies.length < count) {
    const { call, getCookie } = createHttpClientWithCookies(where);
    await signUpListener(call);
    cookies.push(getCookie());
    if (content) continue;
    const { items } = (await call('GET', '/api/contents')) as { items: { id: string }[] };
    content = items[0]?.id ?? '';
  }
  return { cookies, content };
}
