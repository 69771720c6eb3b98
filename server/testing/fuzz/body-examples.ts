import type { RandomGenerator } from './values.ts';

const createUuid = (random: RandomGenerator): string => {
  const digits = Array.from({ length: 27 }, () => Math.floor(random() * 16).toString(16)).join('');
  return `019a${digits.slice(0, 4)}-${digits.slice(4, 8)}-7${digits.slice(8, 11)}-8${digits.slice(11, 14)}-${digits.slice(14, 26)}`;
};

const BANNER = {
  name: 'An announcement',
  isActive: true,
  visibleOnPages: [],
  displayOrder: 1,
  targetUrl: '/help',
  urlParams: {},
  translationKey: null,
  text: { en: 'Something is new', fr: 'Il y a du nouveau' },
  buttonTranslationKey: null,
  buttonText: { en: 'Read', fr: 'Lire' },
  startsAt: null,
  endsAt: null,
};

const SCRIPT = 'title: A title\nsummary: A summary.\n---\nOne sentence.\n[pause 20]\n';
const SESSION = {
  facts: {
    kind: 'flow',
    category: 'meditation',
    areas: ['fear_heights'],
    situations: ['cruise'],
    // Of the library in `content/`.
    author: 'envol-editorial',
  },
  scripts: { en: SCRIPT, fr: SCRIPT },
};

const AUTHOR = { name: 'Ada', role: 'Editor', about: 'Writes sessions.' };

const createSubscription = (random: RandomGenerator) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${createUuid(random)}`,
  auth: 'c2VjcmV0LW9mLWEtYnJvd3Nlcg',
});

/**
 * Valid bodies of operations whose fields depend on one another, or that name what a schema does not tell: a generated
 * body is hardly ever one. By the name of the operation.
 */
export const BODY_EXAMPLES: Record<string, (random: RandomGenerator) => object> = {
  'PUT /api/admin/voices': () => ({
    version: 0,
    language: 'en',
    words: [{ written: 'CAT', spoken: 'clear air turbulence' }],
    styles: [{ target: 'flow', voice: 'ann', speed: 0.9, style: null }],
  }),
  'POST /api/admin/webhooks': () => ({
    url: 'https://example.org/hook',
    events: ['question.asked'],
  }),
  'PUT /api/admin/letters/{name}': () => ({ language: 'en', version: 0, texts: null }),
  'PUT /api/admin/authors/{id}': () => ({ version: 1, texts: { en: AUTHOR, fr: AUTHOR } }),
  'POST /api/admin/banners': () => ({ banner: BANNER }),
  'PUT /api/admin/banners/{id}': () => ({ version: 1, banner: { ...BANNER, displayOrder: 2 } }),
  'POST /api/admin/contents': () => ({ source: SESSION }),
  'POST /api/admin/content-imports': (random) => ({
    slug: `imported-${createUuid(random)}`,
    source: SESSION,
  }),
  'POST /api/flights': (random) => ({
    id: createUuid(random),
    kind: 'outbound',
    departsOn: '2099-12-31',
    departsAt: '07:30',
    timeZone: 'Europe/Paris',
    fromAirport: 'CDG',
    toAirport: 'JFK',
    number: 'AF 8',
  }),
  'PATCH /api/flights/{id}': () => ({ departsOn: '2099-12-30' }),
  'POST /api/reminders/unsubscribed': createSubscription,
  'PUT /api/reminders': (random) => ({
    channel: 'push',
    hour: 9,
    timeZone: 'Europe/Paris',
    practice: true,
    pack: true,
    evening: true,
    subscription: { ...createSubscription(random), p256dh: 'a-2VjcmV0LW9mLWEtYnJvd3Nlcg' },
  }),
};
