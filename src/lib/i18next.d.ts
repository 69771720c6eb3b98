import 'i18next';

// The English catalogues are the type of every key; a test holds this list to the folder.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    resources: {
      help: typeof import('../locales/en/help.json');
      landing: typeof import('../locales/en/landing.json');
      legal: typeof import('../locales/en/legal.json');
      ui: typeof import('../locales/en/ui.json');
    };
  }
}
