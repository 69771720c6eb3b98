// @module-tag whole

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { addPasskey } from '#server/testing/authenticator.ts';
import type { TestBrowser } from '#server/testing/test-browser.ts';
import { type TestPerson, ORDER_CONSENT, PASSWORD } from '#server/testing/people.ts';
import { buildCookieConsentBody } from '#server/testing/cookie-consent.ts';
import { contract } from '#shared/contract/contract.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { STUDIO_MATRIX } from '#server/testing/studio-matrix.ts';
import { isStudioAccess } from '#shared/rules/roles.ts';
import type { AccessLevel } from '#shared/rules/route-table.ts';

// Access: every operation of the OpenAPI document × every state of a person, and the ids of others. The table is
// written by hand.

type Rule =
  | AccessLevel
  | { access: AccessLevel; id: 'shared' | ((owner: TestPerson) => Promise<string>) };

/** A checkout of a person without a pass. */
async function createCheckout(owner: TestPerson): Promise<string> {
  const body = { plan: 'monthly', currency: 'EUR', consent: ORDER_CONSENT };
  const { url } = (await owner.call('POST /api/checkouts', { body })).body;
  return new URL(url, 'http://localhost').searchParams.get('checkout') ?? '';
}
/** A page of the portal of a person who has opened a checkout. */
async function createPortal(owner: TestPerson): Promise<string> {
  await createCheckout(owner);
  const { url } = (await owner.call('POST /api/passes/mine/portal')).body;
  return new URL(url, 'http://localhost').searchParams.get('portal') ?? '';
}
/** The invoice of a change to a year about which the bank asks the person. */
async function createPendingChange(owner: TestPerson): Promise<string> {
  const id = await createCheckout(owner);
  const body = { card: 'authentication_always', isAuthenticated: true } as const;
  await owner.call('POST /api/sandbox/checkouts/:id/pay', { params: { id }, body });
  await owner.call('POST /api/passes/sync');
  const { dueMinor } = (await owner.call('GET /api/passes/mine/yearly')).body;
  const order = { dueMinor, consent: ORDER_CONSENT };
  const { bankUrl } = (await owner.call('POST /api/passes/mine/yearly', { body: order })).body;
  return new URL(bankUrl ?? '', 'http://localhost').searchParams.get('invoice') ?? '';
}
/** A sign-in of a person on another device. */
async function createSession(owner: TestPerson): Promise<string> {
  const body = { email: owner.email, password: PASSWORD };
  await test.createBrowser().call('POST /api/auth/sign-in', { body });
  const { sessions } = (await owner.call('GET /api/auth/sessions')).body;
  return sessions.find(({ current }) => !current)?.id ?? '';
}

/** A flight of a person. */
async function createFlight(owner: TestPerson): Promise<string> {
  const nothing = { departsAt: null, fromAirport: null, toAirport: null, number: null };
  const body = { kind: 'outbound', departsOn: '2099-12-31', timeZone: 'UTC', ...nothing } as const;
  return (await owner.call('POST /api/flights', { body })).body.id;
}

/** A person's decision about cookies, under their own id. */
async function createCookieDecision(owner: TestPerson): Promise<string> {
  await owner.call('POST /api/cookie-consent', { body: buildCookieConsentBody() });
  return owner.id;
}

/** A person's question; its first message has the same id. */
async function createQuestion(owner: TestPerson): Promise<string> {
  const settings = { isOpen: true, who: { en: 'Ada', fr: 'Ada' }, answerHours: 48 };
  await people['admin']?.call('PUT /api/admin/support/settings', {
    body: { version: 1, settings },
  });
  const body = { id: crypto.randomUUID(), contentId: null, text: 'Why does it hum?' };
  await owner.call('POST /api/support/questions', { body });
  return body.id;
}

const MATRIX: Record<string, Rule> = {
  'GET /health': 'public',
  'GET /ready': 'public',
  'GET /api/config': 'public',
  'POST /api/auth/sign-up': 'public',
  'POST /api/auth/sign-up/confirm': 'public',
  'POST /api/auth/sign-in': 'public',
  'POST /api/auth/sign-out': 'public',
  'POST /api/auth/forgot': 'public',
  'POST /api/auth/reset': 'public',
  'POST /api/auth/email/confirm': 'public',
  'POST /api/auth/lock': 'public',
  'GET /api/auth/identity': 'public',
  'GET /api/auth/google': 'public',
  'POST /api/auth/token-sync': 'signed_in',
  'GET /api/auth/firebase/second-factor': 'signed_in',
  'POST /api/auth/firebase/second-factor': 'signed_in',
  'POST /api/auth/firebase/second-factor/check': 'signed_in',
  'POST /api/auth/firebase/second-factor/end': 'signed_in',
  'POST /api/waitlist': 'public',
  'POST /api/waitlist/confirm': 'public',
  'GET /api/bot-check/challenge': 'public',
  'GET /api/shared-sessions/{id}': { access: 'public', id: 'shared' },
  'POST /api/auth/password': 'signed_in',
  'POST /api/auth/email': 'signed_in',
  'POST /api/auth/email/confirmation': 'signed_in',
  'GET /api/auth/sessions': 'signed_in',
  'DELETE /api/auth/sessions/{id}': { access: 'signed_in', id: createSession },
  'POST /api/auth/sessions/end-others': 'signed_in',
  'GET /api/auth/events': 'signed_in',
  'POST /api/auth/second-factor': 'signed_in',
  'POST /api/auth/second-factor/confirm': 'signed_in',
  'POST /api/auth/second-factor/end': 'signed_in',
  'GET /api/auth/passkeys': 'signed_in',
  'POST /api/auth/passkeys/begin': 'signed_in',
  'POST /api/auth/passkeys': 'signed_in',
  'PATCH /api/auth/passkeys/{id}': { access: 'signed_in', id: addPasskey },
  'DELETE /api/auth/passkeys/{id}': { access: 'signed_in', id: addPasskey },
  'GET /api/reminders': 'onboarded',
  'PUT /api/reminders': 'onboarded',
  'DELETE /api/reminders': 'onboarded',
  'POST /api/reminders/end': 'public',
  'POST /api/reminders/opened': 'public',
  'POST /api/reminders/unsubscribed': 'public',
  'POST /api/users': 'signed_in',
  'GET /api/users/me': 'signed_in',
  'PATCH /api/users/me': 'signed_in',
  'DELETE /api/users/me': 'signed_in',
  'GET /api/users/me/export': 'signed_in',
  'POST /api/users/me/export': 'signed_in',
  'GET /api/users/me/export/file': 'signed_in',
  'PUT /api/users/me/flight-date': 'signed_in',
  'POST /api/users/me/onboarding': 'signed_in',
  'GET /api/flights': 'signed_in',
  'POST /api/flights': 'signed_in',
  'PATCH /api/flights/{id}': { access: 'signed_in', id: createFlight },
  'DELETE /api/flights/{id}': { access: 'signed_in', id: createFlight },
  'GET /api/assessment': 'signed_in',
  'GET /api/assessment/history': 'signed_in',
  'POST /api/check-ins': 'signed_in',
  'PUT /api/assessment/consent': 'signed_in',
  'PUT /api/assessment/answers': 'signed_in',
  'PUT /api/assessment/focus': 'signed_in',
  'POST /api/assessment/complete': 'signed_in',
  'GET /api/subscription-status': 'onboarded',
  'GET /api/plans': 'onboarded',
  'GET /api/prices': 'public',
  'POST /api/checkouts': 'onboarded',
  'GET /api/passes/mine': 'onboarded',
  'PUT /api/passes/mine/renewal': 'onboarded',
  'PUT /api/passes/mine/pause': 'onboarded',
  'POST /api/gifts': 'onboarded',
  'GET /api/gifts': 'onboarded',
  'POST /api/gifts/redeem': 'onboarded',
  'POST /api/gifts/{id}/withdrawal': { access: 'onboarded', id: 'shared' },
  'PUT /api/passes/mine/next-plan': 'onboarded',
  'POST /api/passes/mine/withdrawal': 'onboarded',
  'GET /api/passes/mine/yearly': 'onboarded',
  'POST /api/passes/mine/yearly': 'onboarded',
  'DELETE /api/passes/mine/yearly': 'onboarded',
  'POST /api/passes/mine/portal': 'onboarded',
  'GET /api/sandbox/checkouts/{id}': { access: 'onboarded', id: createCheckout },
  'POST /api/sandbox/checkouts/{id}/pay': { access: 'onboarded', id: createCheckout },
  'POST /api/sandbox/checkouts/{id}/code': { access: 'onboarded', id: createCheckout },
  'GET /api/sandbox/portals/{id}': { access: 'onboarded', id: createPortal },
  'POST /api/sandbox/portals/{id}/card': { access: 'onboarded', id: createPortal },
  'GET /api/sandbox/invoices/{id}': { access: 'onboarded', id: createPendingChange },
  'POST /api/sandbox/invoices/{id}/answer': { access: 'onboarded', id: createPendingChange },
  'POST /api/passes/sync': 'onboarded',
  'GET /api/region': 'public',
  'GET /api/documents/{name}': 'public',
  'GET /api/scripts': 'public',
  'POST /api/customerio/sign-in': 'signed_in',
  'POST /api/customerio/page-view': 'signed_in',
  'POST /api/cookie-consent': 'public',
  'GET /api/cookie-consent/{id}': { access: 'signed_in', id: createCookieDecision },
  'DELETE /api/cookie-consent/{id}': { access: 'signed_in', id: createCookieDecision },
  'POST /api/feedback': 'public',
  'POST /api/contract-notices': 'public',
  'GET /api/banners/active': 'signed_in',
  'PUT /api/banners/{id}/dismissal': { access: 'signed_in', id: 'shared' },
  'GET /api/dashboard': 'pass',
  'GET /api/plan': 'pass',
  'GET /api/contents': 'pass',
  'GET /api/contents/progress': 'pass',
  'GET /api/contents/texts': 'pass',
  'GET /api/contents/{id}': { access: 'pass', id: 'shared' },
  'GET /api/contents/{id}/next': { access: 'pass', id: 'shared' },
  'PUT /api/contents/{id}/rating': { access: 'pass', id: 'shared' },
  'POST /api/listens': 'onboarded',
  'POST /api/practices': 'pass',
  'GET /api/sound-practices': 'pass',
  'POST /api/sound-practices': 'pass',
  'GET /api/ladder': 'pass',
  'PUT /api/ladder': 'pass',
  'POST /api/ladder/attempts': 'pass',
  'GET /api/ledger': 'onboarded',
  'POST /api/ledger': 'onboarded',
  'DELETE /api/ledger/{id}': { access: 'onboarded', id: 'shared' },
  'GET /api/translations': 'pass',
  'GET /api/translations/{feature}': 'pass',
  'GET /api/programs': 'pass',
  'GET /api/programs/{id}': { access: 'pass', id: 'shared' },
  'POST /api/programs/{id}/events': { access: 'pass', id: 'shared' },
  'GET /api/support': 'pass',
  'POST /api/support/questions': 'pass',
  'POST /api/support/questions/{id}/messages': { access: 'pass', id: createQuestion },
  'PUT /api/support/questions/{id}/reading': { access: 'pass', id: createQuestion },
  'POST /api/session-previews': 'public',
  ...STUDIO_MATRIX,
};
const toRule = (rule: Rule) => (typeof rule === 'string' ? { access: rule, id: null } : rule);
const rows = Object.entries(MATRIX).map(([route, rule]) => ({ route, ...toRule(rule) }));
const NOBODY = '019a0000-0000-7000-8000-000000000000';
/** What each state is refused, by what the route asks for. */
const REFUSED: Record<string, Partial<Record<AccessLevel, string>>> = {
  signedOut: {
    signed_in: 'unauthorised',
    onboarded: 'unauthorised',
    pass: 'unauthorised',
    ...refuseStudio('unauthorised'),
  },
  onboarding: {
    onboarded: 'onboarding_required',
    pass: 'onboarding_required',
    ...refuseStudio('onboarding_required'),
  },
  no_pass: { pass: 'pass_required', ...refuseStudio('pass_required') },
  pass: refuseStudio('admin_required'),
  editor: { support: 'admin_required', admin: 'admin_required' },
  support: { editor: 'admin_required', admin: 'admin_required' },
  admin: {},
};

function refuseStudio(code: string) {
  return { staff: code, editor: code, support: code, admin: code };
}

let test: TestApp;
const people: Record<string, TestBrowser> = {};
beforeAll(async () => {
  test = await createTestApp();
  people['signedOut'] = test.createBrowser();
  for (const state of ['onboarding', 'no_pass', 'pass', 'admin'] as const)
    people[state] = await test.createPerson({ state });
  for (const role of ['editor', 'support'] as const)
    people[role] = await test.createPerson({ state: 'admin', role });
});
afterAll(() => test.close());

/** Calls a route with a body that no schema takes, so that a call that is let through changes nothing. */
function attempt(own: TestBrowser, route: string, id = NOBODY) {
  const [method, path = ''] = route.split(' ');
  const sent = { params: { id }, ...(method !== 'GET' && { body: [] }) };
  return own.send(`${method} ${path.replace('{id}', ':id')}`, sent);
}

it('the table names every operation of the OpenAPI document, and no other', () => {
  const { paths = {} } = test.app.swagger();
  const promised = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(Object.keys(MATRIX).toSorted()).toEqual(promised.toSorted());
});

it('every operation of the studio asks for a role, in the table and in the contract', () => {
  const ofStudio = ({ path }: { path: string }) => path.startsWith('/api/admin/');
  for (const { method, path, access } of (Object.values(contract) as Endpoint[]).filter(ofStudio)) {
    const { access: meant } = toRule(
      MATRIX[`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`] ?? 'public',
    );
    expect([path, isStudioAccess(access), access]).toEqual([path, true, meant]);
  }
});

describe.each(Object.entries(REFUSED))('somebody in the state %s', (state, refused) => {
  it.each(rows)('calls $route', async ({ route, access }) => {
    const own = people[state];
    if (!own) throw new Error(`nobody is ${state}`);
    const { status, body } = await attempt(own, route);
    const code = refused[access];
    if (code === undefined) expect([401, 403]).not.toContain(status);
    else expect([status, body.error?.code]).toEqual([code === 'unauthorised' ? 401 : 403, code]);
  });
});

describe('the id of another person', () => {
  it.each(rows.filter(({ route }) => route.includes('{id}')))(
    'at $route',
    async ({ route, access, id }) => {
      expect(id, 'says whether ids of others may be used').not.toBeNull();
      if (typeof id !== 'function') return;
      const owner = await test.createPerson({ state: access === 'pass' ? 'pass' : 'no_pass' });
      const other = await test.createPerson({ state: access === 'onboarded' ? 'no_pass' : 'pass' });
      const theirs = await id(owner);
      const message = { id: crypto.randomUUID(), messageId: theirs, text: 'So?', name: 'Mine' };
      const known = { card: 'accepted', number: 'AF 8', isAuthenticated: true, code: 'NONE' };
      const sent = { params: { id: theirs }, body: { ...known, ...message } };
      const path = route.replace('{id}', ':id');
      const refused = await other.send(path, sent);
      expect([refused.status, refused.body.error?.code]).toEqual([404, 'not_found']);
      expect((await owner.send(path, sent)).status).toBe(200);
    },
  );
});
