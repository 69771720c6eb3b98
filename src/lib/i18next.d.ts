import 'i18next';
import type help from '../locales/en/help.json';
import type landing from '../locales/en/landing.json';
import type legal from '../locales/en/legal.json';
import type ui from '../locales/en/ui.json';

// The English catalogues are the type of every key; a test holds this list to the folder.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    resources: {
      help: typeof help;
      landing: typeof landing;
      legal: typeof legal;
      ui: typeof ui;
    };
  }
}
