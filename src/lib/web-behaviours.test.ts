import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import billing from '#web/locales/en/billing.json' with { type: 'json' };
import home from '#web/locales/en/home.json' with { type: 'json' };
import landing from '#web/locales/en/landing.json' with { type: 'json' };
import profile from '#web/locales/en/profile.json' with { type: 'json' };
import frenchHome from '#web/locales/fr/home.json' with { type: 'json' };
import frenchLanding from '#web/locales/fr/landing.json' with { type: 'json' };
import { SPECIFIED_BEHAVIOURS } from './web-behaviours.ts';

const SRC = join(import.meta.dirname, '..');

it('the constants are those of the specification', () =>
  expect(SPECIFIED_BEHAVIOURS).toEqual({
    query: {
      staleTime: 300_000,
      gcTime: 600_000,
      retry: 1,
      refetchOnWindowFocus: false,
      refetchInterval: false,
    },
    mutation: { retry: false },
    profile: { retries: 3 },
    toast: { duration: 5000, swipeThreshold: 50, removeDelay: 1_000_000 },
    tooltip: { delay: 700, skipDelay: 300 },
  }));

/** The messages of the specification, section 8, by the key of the catalogue `errors`. */
const MESSAGES = {
  general: 'Something went wrong. Please try again.',
  network: 'Network error. Please check your connection.',
  unauthorised: 'Authentication error. Please sign in again.',
  subscription: 'Subscription error. Please contact support.',
  content_not_found: 'Content not found.',
  admin_required: 'Unauthorized access.',
  server_error: 'Server error. Please try again later.',
  subscription_start: 'Failed to start subscription process',
  payment: 'Payment Error',
  update_profile: 'Failed to update profile. Please try again.',
  reset_assessment: 'Failed to reset assessment. Please try again.',
  billing_portal: 'Failed to open billing portal. Please try again.',
  sign_out: 'Failed to sign out. Please try again.',
};

it('the premium copy lists what the specification lists, also while nobody answers private questions', () => {
  const { points, supportClosed, support } = billing.opens;
  for (const copy of [[...points, supportClosed], [...points, support], landing.passes.opens])
    for (const item of [/library/, /ersonalised programs/, /^Expert support/m, /all in one place/])
      expect(copy.join('\n')).toMatch(item);
  const { monthly, yearly, trip, premium } = profile.pass;
  for (const status of [monthly, yearly, trip, premium]) expect(status).toContain('Premium');
});

it('the landing page promises what the specification lists', () => {
  const copy = JSON.stringify(landing);
  for (const promise of [
    /cognitive behavioural and exposure therapy/,
    /[Gg]uided meditations/,
    /breathing exercises/,
    /Why the engines go quiet/,
    /a little at a time/,
    /matched to your report/,
    /programs/,
    /countdown to your flight/,
  ])
    expect(copy).toMatch(promise);
});

it('the dashboard greets by name at every hour, and says how many flights land a day as specified', () => {
  for (const { greeting } of [home, frenchHome])
    for (const words of Object.values(greeting)) expect(words).toContain('{{name}}');
  expect(home.landings.text).toContain('{{total}} flights land per day.');
  expect(landing.landings.daily).toBe('<0>{{flights}}</0> flights land per day.');
});

it('the landing page names no pass for a trip where it cannot know that one is on sale', () => {
  expect(landing.passes.prices).not.toMatch(/trip/);
  expect(frenchLanding.passes.prices).not.toMatch(/voyage/);
});

describe('the messages of the specification', () => {
  const readCatalogue = (language: string) =>
    JSON.parse(readFileSync(join(SRC, 'locales', language, 'errors.json'), 'utf8')) as Record<
      string,
      string
    >;

  it('are in the catalogue word for word, and in French too', () => {
    expect(readCatalogue('en')).toMatchObject(MESSAGES);
    expect(Object.keys(readCatalogue('fr'))).toEqual(expect.arrayContaining(Object.keys(MESSAGES)));
  });

  const source = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(join(SRC, file), 'utf8'))
    .join('\n');
  const refusals = readFileSync(join(SRC, '../shared/contract/errors.ts'), 'utf8');
  /** Codes that a failed request has by itself (src/lib/api.ts). */
  const OF_REQUESTS = ['general', 'network', 'server_error'];

  it.each(Object.keys(MESSAGES))('%s is shown: by a refusal’s code, or by the page itself', (key) =>
    expect(
      refusals.includes(`  ${key}: `) ||
        OF_REQUESTS.includes(key) ||
        new RegExp(`['"](?:errors:)?${key}['"]`).test(source),
    ).toBe(true),
  );
});
