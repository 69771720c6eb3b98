import 'i18next';
import type admin from '../locales/en/admin.json';
import type app from '../locales/en/app.json';
import type articles from '../locales/en/articles.json';
import type assessment from '../locales/en/assessment.json';
import type auth from '../locales/en/auth.json';
import type billing from '../locales/en/billing.json';
import type breathing from '../locales/en/breathing.json';
import type common from '../locales/en/common.json';
import type comparison from '../locales/en/comparison.json';
import type cookies from '../locales/en/cookies.json';
import type downloads from '../locales/en/downloads.json';
import type errors from '../locales/en/errors.json';
import type excerpt from '../locales/en/excerpt.json';
import type feedback from '../locales/en/feedback.json';
import type flights from '../locales/en/flights.json';
import type help from '../locales/en/help.json';
import type home from '../locales/en/home.json';
import type ladder from '../locales/en/ladder.json';
import type landing from '../locales/en/landing.json';
import type ledger from '../locales/en/ledger.json';
import type legal from '../locales/en/legal.json';
import type library from '../locales/en/library.json';
import type mail from '../locales/en/mail.json';
import type meaning from '../locales/en/meaning.json';
import type onboarding from '../locales/en/onboarding.json';
import type plan from '../locales/en/plan.json';
import type player from '../locales/en/player.json';
import type profile from '../locales/en/profile.json';
import type programs from '../locales/en/programs.json';
import type reasons from '../locales/en/reasons.json';
import type security from '../locales/en/security.json';
import type shared from '../locales/en/shared.json';
import type sharing from '../locales/en/sharing.json';
import type ui from '../locales/en/ui.json';

// The English catalogues are the type of every key; a test holds this list to the folder.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    resources: {
      admin: typeof admin;
      app: typeof app;
      articles: typeof articles;
      assessment: typeof assessment;
      auth: typeof auth;
      billing: typeof billing;
      breathing: typeof breathing;
      common: typeof common;
      comparison: typeof comparison;
      cookies: typeof cookies;
      downloads: typeof downloads;
      errors: typeof errors;
      excerpt: typeof excerpt;
      feedback: typeof feedback;
      flights: typeof flights;
      help: typeof help;
      home: typeof home;
      ladder: typeof ladder;
      landing: typeof landing;
      ledger: typeof ledger;
      legal: typeof legal;
      library: typeof library;
      mail: typeof mail;
      meaning: typeof meaning;
      onboarding: typeof onboarding;
      plan: typeof plan;
      player: typeof player;
      profile: typeof profile;
      programs: typeof programs;
      reasons: typeof reasons;
      security: typeof security;
      shared: typeof shared;
      sharing: typeof sharing;
      ui: typeof ui;
    };
  }
}
