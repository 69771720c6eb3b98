interface SettingReference {
  name: string;
  /** Completes a sentence about the setting. */
  meaning: string;
  /** What holds where it is not set, in words; otherwise the default of its schema is printed. */
  fallback?: string;
  sample?: string;
}

interface SettingsSection {
  title: string;
  text?: string;
  settings: SettingReference[];
}

/** Every setting of the server with what it means: the source of `docs/settings.md` and `.env.sample`. */
export const SETTINGS_REFERENCE: SettingsSection[] = [
  {
    title: 'The site',
    settings: [
      {
        name: 'PUBLIC_URL',
        meaning:
          'the address people use, also in what search engines read; with https, cookies are Secure and HSTS is sent',
        sample: 'https://envol.example',
      },
      { name: 'PORT', meaning: 'the port it listens on' },
      { name: 'HOST', meaning: 'the address it listens on' },
      {
        name: 'TRUSTED_PROXIES',
        meaning: 'addresses or networks, with commas between, whose `X-Forwarded-For` is believed',
        fallback: 'none',
        sample: '127.0.0.1,::1',
      },
      {
        name: 'SESSION_SECRET',
        meaning: 'signs sign-in cookies; at least 32 characters',
        fallback: 'made and kept in `DATA_DIR`',
      },
      {
        name: 'SIGN_UP',
        meaning: 'who may create an account: `open`, `waitlist` (by invitation) or `closed`',
      },
      { name: 'WEBHOOK_PRIVATE_ADDRESSES', meaning: '1: webhooks may go to private addresses' },
      {
        name: 'COUNTRY_HEADER',
        meaning:
          'the header in which a CDN names a visitor’s country, believed from `TRUSTED_PROXIES` alone',
        sample: 'cf-ipcountry',
      },
      {
        name: 'COUNTRY_DATABASE',
        meaning: 'a file in MaxMind’s format (`.mmdb`) that tells countries, or cities too',
        fallback: 'one that comes with it',
      },
      {
        name: 'CONSENT_DAYS_EU_UK',
        meaning:
          'for how many days a decision about cookies holds in the EU and the UK, at least 30',
      },
      {
        name: 'LOG_LEVEL',
        meaning: 'pino’s level; one line a request, never a body or an address of a person',
      },
    ],
  },
  {
    title: 'Data and backups',
    settings: [
      {
        name: 'DATA_DIR',
        meaning:
          'the folder of the database, the signing secret, recordings (`media/`) and unsent e-mails (`outbox/`)',
        sample: '/srv/envol/data',
      },
      {
        name: 'DATABASE_URL',
        meaning: 'a PostgreSQL 15 or later',
        fallback: 'the embedded one',
        sample: 'postgres://envol:password@127.0.0.1:5432/envol',
      },
      {
        name: 'DATABASE_DIRECT_URL',
        meaning: 'the same database past a pooler, where `DATABASE_URL` is one (`docs/growing.md`)',
      },
      {
        name: 'DATABASE_PREPARE',
        meaning: '`0` behind a pooler that keeps no statements by name (`docs/growing.md`)',
        fallback: '1',
      },
      {
        name: 'BACKUP_DIR',
        meaning: 'a folder for a backup each night, kept for seven days',
        fallback: 'no nightly backup',
        sample: '/srv/envol/backups',
      },
      {
        name: 'BACKUP_PASSPHRASE',
        meaning: 'encrypts backups and opens them; at least 12 characters',
        sample: 'change-this-to-five-random-words',
      },
    ],
  },
  {
    title: 'Who runs it',
    text: 'For the privacy page, the terms and receipts, which mark what is missing.',
    settings: [
      { name: 'OPERATOR_NAME', meaning: 'your name or your company’s', sample: 'Your name' },
      {
        name: 'OPERATOR_ADDRESS',
        meaning: 'the postal address',
        sample: '1 Example Street, 75000 Paris, France',
      },
      {
        name: 'OPERATOR_EMAIL',
        meaning: 'the address for questions about data and for security reports',
        sample: 'hello@envol.example',
      },
      { name: 'OPERATOR_PHONE', meaning: 'the telephone number', sample: '+33 1 00 00 00 00' },
      { name: 'OPERATOR_HOST', meaning: 'who hosts the server, with address and telephone number' },
      {
        name: 'OPERATOR_VAT',
        meaning:
          'the VAT number, or `exempt` for “TVA non applicable, art. 293 B du CGI”, which prices and receipts then say',
        sample: 'exempt',
      },
      {
        name: 'OPERATOR_REGISTRATION',
        meaning: 'a company’s register and number, where there is one',
      },
      { name: 'OPERATOR_MEDIATOR', meaning: 'the consumer mediator, where there is one' },
      {
        name: 'CONTACT_EMAIL',
        meaning:
          'where messages from “Write to us” are sent once e-mail is set up; the studio lists them in every case',
        fallback: 'the address in `MAIL_FROM`',
      },
    ],
  },
  {
    title: 'E-mail',
    text: 'Both are needed. Without them e-mails are stored in `DATA_DIR/outbox`.',
    settings: [
      {
        name: 'SMTP_URL',
        meaning: 'the server that sends e-mails',
        sample: 'smtps://user:password@smtp.example',
      },
      { name: 'MAIL_FROM', meaning: 'the sender', sample: 'Envol <hello@envol.example>' },
    ],
  },
  {
    title: 'Payments',
    text: '`STRIPE_SECRET_KEY` and `STRIPE_WEBHOOK_SECRET` go together and end the sandbox. Events come to `/api/webhooks/stripe` (`docs/selling.md`).',
    settings: [
      {
        name: 'BILLING_SANDBOX',
        meaning: '`1` or `0`: passes in test mode, no money moves',
        fallback: 'on at a local address, unless Stripe is set',
      },
      { name: 'STRIPE_SECRET_KEY', meaning: 'the secret key of the Stripe account' },
      {
        name: 'STRIPE_WEBHOOK_SECRET',
        meaning: 'the secret of the webhook; while one replaces another, both with a comma between',
      },
      {
        name: 'STRIPE_API_BASE',
        meaning: 'another address of Stripe’s API, for tests',
        fallback: 'Stripe’s own',
      },
      {
        name: 'BILLING_TAX',
        meaning:
          'tax on Stripe’s invoices: `none`, `automatic` (Stripe Tax) or the id of an inclusive rate (`txr_…`)',
      },
    ],
  },
  {
    title: 'Signing in',
    text: 'Google’s pair adds “Continue with Google”. The four of Firebase go together: Firebase then signs people in, in place of the server itself.',
    settings: [
      { name: 'GOOGLE_CLIENT_ID', meaning: 'the id of the OAuth client' },
      { name: 'GOOGLE_CLIENT_SECRET', meaning: 'its secret' },
      { name: 'FIREBASE_API_KEY', meaning: 'the web API key of the project' },
      {
        name: 'FIREBASE_AUTH_DOMAIN',
        meaning: 'the host of its sign-in pages',
        sample: 'envol.firebaseapp.com',
      },
      { name: 'FIREBASE_PROJECT_ID', meaning: 'the id of the project', sample: 'envol-1a2b3' },
      { name: 'FIREBASE_APP_ID', meaning: 'the id of its web app' },
      {
        name: 'FIREBASE_AUTH_EMULATOR_HOST',
        meaning: 'the emulator of a `demo-` project on this machine, for development',
        sample: '127.0.0.1:9099',
      },
      {
        name: 'RECAPTCHA_SITE_KEY',
        meaning: 'with the next, reCAPTCHA in place of our own bot check, with consent',
      },
      { name: 'RECAPTCHA_SECRET_KEY', meaning: 'the secret key of reCAPTCHA' },
    ],
  },
  {
    title: 'Recordings in a bucket',
    text: 'All but the region are needed. The bucket’s CORS rule allows `GET` from `PUBLIC_URL` (decision 071).',
    settings: [
      {
        name: 'S3_ENDPOINT',
        meaning: 'the address of the store',
        sample: 'https://s3.eu-west-3.amazonaws.com',
      },
      { name: 'S3_BUCKET', meaning: 'the name of the bucket' },
      { name: 'S3_ACCESS_KEY_ID', meaning: 'the key’s id' },
      { name: 'S3_SECRET_ACCESS_KEY', meaning: 'the key' },
      { name: 'S3_REGION', meaning: 'the region' },
    ],
  },
  {
    title: 'Drafts and narration',
    text: 'Any endpoint that speaks OpenAI’s interface (decision 072); a URL needs its model.',
    settings: [
      {
        name: 'GENERATION_URL',
        meaning: 'the endpoint that writes drafts',
        sample: 'https://api.openai.com/v1',
      },
      { name: 'GENERATION_MODEL', meaning: 'its model' },
      { name: 'GENERATION_KEY', meaning: 'its key' },
      { name: 'GENERATION_PRICE_INPUT', meaning: 'the price of a million tokens read' },
      { name: 'GENERATION_PRICE_OUTPUT', meaning: 'the price of a million tokens written' },
      { name: 'GENERATION_CURRENCY', meaning: 'the currency of all these prices' },
      { name: 'SPEECH_URL', meaning: 'the endpoint that speaks scripts' },
      { name: 'SPEECH_MODEL', meaning: 'its model' },
      { name: 'SPEECH_KEY', meaning: 'its key' },
      {
        name: 'SPEECH_VOICE_EN',
        meaning: 'the voice in English',
        fallback: 'alloy; `en` for a program',
      },
      {
        name: 'SPEECH_VOICE_FR',
        meaning: 'the voice in French',
        fallback: 'alloy; `fr` for a program',
      },
      { name: 'SPEECH_PRICE', meaning: 'the price of a million characters' },
      {
        name: 'SPEECH_AT_ONCE',
        meaning: 'sentences asked for at the same time, within the provider’s limits',
      },
      {
        name: 'SPEECH_COMMAND',
        meaning:
          'a program in place of the endpoint; `{language}`, `{voice}`, `{speed}` and `{length}` (1 divided by the speed) are filled in',
        sample: 'espeak-ng -v {language} --stdin --stdout',
      },
    ],
  },
  {
    title: 'Scripts and measuring of third parties',
    text: 'Each by itself: that script, on public pages, in browsers that allow its category (decisions 064 and 098).',
    settings: [
      { name: 'GOOGLE_ANALYTICS_ID', meaning: 'Google Analytics (analytics)' },
      { name: 'GOOGLE_TAG_MANAGER_ID', meaning: 'Google Tag Manager (analytics)' },
      { name: 'GOOGLE_ADS_ID', meaning: 'Google Ads (marketing)' },
      { name: 'META_PIXEL_ID', meaning: 'Meta’s pixel (marketing)' },
      { name: 'BREVO_CLIENT_KEY', meaning: 'Brevo’s messages (marketing)' },
      { name: 'CRISP_WEBSITE_ID', meaning: 'Crisp’s chat (functional)' },
      { name: 'FRONT_CHAT_ID', meaning: 'Front’s support desk (functional)' },
      { name: 'CLARITY_ID', meaning: 'Clarity’s heatmap (functional)' },
      {
        name: 'CUSTOMERIO_WRITE_KEY',
        meaning:
          'what people do, of those who allow analytics, goes to Customer.io, sent by the server',
      },
      { name: 'CUSTOMERIO_REGION', meaning: '`eu` or `us`' },
      {
        name: 'CUSTOMERIO_API_BASE',
        meaning: 'another address of its API, for tests',
        fallback: 'that of the region',
      },
    ],
  },
  {
    title: 'The app in Android’s store',
    text: 'Both are needed: `docs/android.md`.',
    settings: [
      {
        name: 'ANDROID_PACKAGE',
        meaning: 'the name of the package that opens this site without the browser’s bar',
        sample: 'com.example.envol',
      },
      {
        name: 'ANDROID_CERTIFICATES',
        meaning: 'SHA-256 fingerprints of its certificates, with commas between',
      },
    ],
  },
];
