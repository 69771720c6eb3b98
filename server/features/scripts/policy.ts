import type { ThirdPartyScript } from '#shared/contract/scripts.ts';
import { RECAPTCHA_STORAGE_PREFIXES } from '#shared/rules/cookie-consent.ts';

/** A third-party script that is configured, with the sources that the content security policy must allow for it. */
export interface ConfiguredThirdPartyScript extends ThirdPartyScript {
  sources: Readonly<Record<string, string>>;
}

interface RegisteredScript extends Omit<ConfiguredThirdPartyScript, 'src' | 'start'> {
  /** The setting that enables it, and the format of its id, which becomes part of URLs and headers. */
  setting: string;
  pattern: RegExp;
  example: string;
  getSrc: (id: string) => string;
  getStart: (id: string) => ThirdPartyScript['start'];
}

const GOOGLE_TAGS = 'https://www.googletagmanager.com';
const GOOGLE_SOURCES = {
  'script-src': GOOGLE_TAGS,
  'img-src': `${GOOGLE_TAGS} https://*.google-analytics.com`,
  'connect-src': `${GOOGLE_TAGS} https://*.google-analytics.com https://*.analytics.google.com`,
};
const ADS_HOSTS =
  'https://www.google.com https://googleads.g.doubleclick.net https://www.googleadservices.com';
const CRISP = 'https://client.crisp.chat';
const FRONT = 'https://chat-assets.frontapp.com';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const startGoogle = (id: string) => ({ kind: 'google' as const, id });

/**
 * Every third-party script that can be configured, by category (specification, section 6). None is by default. All run
 * under a policy without `unsafe-*`, so chats keep their default look.
 */
const REGISTRY: readonly RegisteredScript[] = [
  {
    name: 'google-analytics',
    category: 'analytics',
    setting: 'GOOGLE_ANALYTICS_ID',
    pattern: /^G-[A-Z0-9]{4,16}$/,
    example: 'G-1A2B3C4D5E',
    getSrc: (id) => `${GOOGLE_TAGS}/gtag/js?id=${id}`,
    getStart: startGoogle,
    sources: GOOGLE_SOURCES,
    leaves: ['_ga', '_gid', '_gat'],
  },
  {
    name: 'google-tag-manager',
    category: 'analytics',
    setting: 'GOOGLE_TAG_MANAGER_ID',
    pattern: /^GTM-[A-Z0-9]{4,12}$/,
    example: 'GTM-1A2B3C4',
    getSrc: (id) => `${GOOGLE_TAGS}/gtm.js?id=${id}`,
    getStart: startGoogle,
    sources: GOOGLE_SOURCES,
    leaves: ['_ga', '_gid', '_gat', '_dc_gtm'],
  },
  {
    name: 'google-ads',
    category: 'marketing',
    setting: 'GOOGLE_ADS_ID',
    pattern: /^AW-\d{6,14}$/,
    example: 'AW-123456789',
    getSrc: (id) => `${GOOGLE_TAGS}/gtag/js?id=${id}`,
    getStart: startGoogle,
    sources: {
      'script-src': `${GOOGLE_TAGS} https://www.googleadservices.com`,
      'img-src': `${GOOGLE_TAGS} ${ADS_HOSTS}`,
      'connect-src': `${GOOGLE_TAGS} ${ADS_HOSTS}`,
    },
    leaves: ['_gcl', '_gac'],
  },
  {
    name: 'meta-pixel',
    category: 'marketing',
    setting: 'META_PIXEL_ID',
    pattern: /^\d{10,20}$/,
    example: '123456789012345',
    getSrc: () => 'https://connect.facebook.net/en_US/fbevents.js',
    getStart: (id) => ({
      kind: 'queue',
      global: 'fbq',
      calls: [
        ['init', id],
        ['track', 'PageView'],
      ],
    }),
    sources: {
      'script-src': 'https://connect.facebook.net',
      'img-src': 'https://www.facebook.com',
      'connect-src': 'https://www.facebook.com',
    },
    leaves: ['_fbp', '_fbc', 'lastExternalReferrer'],
  },
  {
    name: 'brevo',
    category: 'marketing',
    setting: 'BREVO_CLIENT_KEY',
    pattern: /^[a-z0-9]{20,40}$/,
    example: 'a1b2c3d4e5f6a1b2c3d4e5f6',
    getSrc: () => 'https://cdn.brevo.com/js/sdk-loader.js',
    getStart: (id) => ({ kind: 'values', values: { Brevo: [['init', { client_key: id }]] } }),
    sources: {
      'script-src': 'https://cdn.brevo.com https://sibautomation.com',
      'connect-src': 'https://in-automate.brevo.com',
      'img-src': 'https://in-automate.brevo.com',
    },
    leaves: ['uuid', 'sib_cuid', '_sib', 'brevo'],
  },
  {
    name: 'crisp',
    category: 'functional',
    setting: 'CRISP_WEBSITE_ID',
    pattern: UUID,
    example: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
    getSrc: () => 'https://client.crisp.chat/l.js',
    getStart: (id) => ({ kind: 'values', values: { $crisp: [], CRISP_WEBSITE_ID: id } }),
    sources: {
      'script-src': CRISP,
      'style-src': CRISP,
      'font-src': CRISP,
      'img-src': `${CRISP} https://image.crisp.chat https://storage.crisp.chat`,
      'media-src': CRISP,
      'worker-src': `${CRISP} blob:`,
      'connect-src': `${CRISP} https://storage.crisp.chat wss://client.relay.crisp.chat`,
    },
    leaves: ['crisp-client'],
  },
  {
    name: 'front',
    category: 'functional',
    setting: 'FRONT_CHAT_ID',
    pattern: /^[a-f0-9]{32}$/,
    example: 'a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4',
    getSrc: () => 'https://chat-assets.frontapp.com/v1/chat.bundle.js',
    getStart: (id) => ({
      kind: 'call',
      global: 'FrontChat',
      args: ['init', { chatId: id, useDefaultLauncher: true }],
    }),
    sources: {
      'script-src': FRONT,
      'style-src': FRONT,
      'font-src': FRONT,
      'img-src': `${FRONT} https://chat.frontapp.com`,
      'media-src': FRONT,
      'connect-src': `${FRONT} https://chat.frontapp.com https://*.frontapp.com wss://*.ably.io`,
    },
    leaves: ['fcaid', 'fcuid', 'front-chat'],
  },
  {
    name: 'clarity',
    category: 'functional',
    setting: 'CLARITY_ID',
    pattern: /^[a-z0-9]{6,16}$/,
    example: 'a1b2c3d4e5',
    getSrc: (id) => `https://www.clarity.ms/tag/${id}`,
    getStart: () => ({ kind: 'queue', global: 'clarity', calls: [['consent']] }),
    sources: {
      'script-src': 'https://www.clarity.ms https://scripts.clarity.ms',
      'img-src': 'https://c.clarity.ms',
      'connect-src': 'https://*.clarity.ms',
    },
    leaves: ['_cl', 'CLID'],
  },
];

/**
 * Google's reCAPTCHA, which the bot check loads when a form is sent (src/features/bot-check). The sources are Google's
 * advice (developers.google.com/recaptcha/docs/faq).
 */
const RECAPTCHA: ConfiguredThirdPartyScript = {
  name: 'recaptcha',
  category: 'functional',
  src: 'https://www.google.com/recaptcha/api.js',
  start: { kind: 'form' },
  sources: {
    'script-src': 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
    'connect-src': 'https://www.google.com/recaptcha/',
    'frame-src': 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
  },
  leaves: [...RECAPTCHA_STORAGE_PREFIXES],
};

/**
 * Lists the third-party scripts (such as analytics) that run only with consent to their category of cookies: those of
 * the settings, and reCAPTCHA where it is set up.
 */
export const listOptionalThirdPartyScripts = ({
  thirdPartyScripts,
  botCheck,
}: {
  thirdPartyScripts: readonly ConfiguredThirdPartyScript[];
  botCheck: { recaptchaSiteKey: string | null };
}): ConfiguredThirdPartyScript[] => [
  ...thirdPartyScripts,
  ...(botCheck.recaptchaSiteKey === null ? [] : [RECAPTCHA]),
];

/** Names of the settings that give the ids. */
export const THIRD_PARTY_SCRIPT_SETTINGS: string[] = REGISTRY.map(({ setting }) => setting);

/**
 * Checks the ids that the settings give for third-party scripts; returns a sentence for each id with a wrong format.
 */
export const findThirdPartyScriptIdProblems = (given: Readonly<Record<string, string>>): string[] =>
  REGISTRY.flatMap(({ setting, pattern, example }) =>
    given[setting] === undefined || pattern.test(given[setting])
      ? []
      : [`${setting} must be an id such as ${example}.`],
  );

/** Lists the third-party scripts (such as analytics) that the settings enable by giving their ids. */
export const listConfiguredThirdPartyScripts = (
  given: Readonly<Record<string, string>>,
): ConfiguredThirdPartyScript[] =>
  REGISTRY.flatMap(({ name, category, setting, sources, leaves, getSrc, getStart }) => {
    const id = given[setting];
    if (id === undefined) return [];
    return [{ name, category, sources, leaves, src: getSrc(id), start: getStart(id) }];
  });
