/** The English catalogues of the app, one chunk for the browser: a person downloads one language only. */
export const catalogues = import.meta.glob<Record<string, unknown>>(
  [
    './en/*.json',
    '!./en/{asked,landing,legal,help,tonight,articles,excerpt,shared,mail,alerts,auth,onboarding,assessment,ladder,ledger,meaning,profile,security,billing,plan,pocket,breathing,admin,banners,studio-*,support,translations,reminders,cookies,offline,contract,flight,rehearsal,sounds,gifts,lock}.json',
  ],
  { eager: true, import: 'default' },
);
