import * as admin from './admin.ts';
import * as adminApprovals from './admin-approvals.ts';
import * as adminVoices from './admin-voices.ts';
import * as adminAutosaves from './admin-autosaves.ts';
import * as adminBulk from './admin-bulk.ts';
import * as adminFind from './admin-find.ts';
import * as adminSearch from './admin-search.ts';
import * as adminPreviews from './admin-previews.ts';
import * as adminAuthors from './admin-authors.ts';
import * as adminGeneration from './admin-generation.ts';
import * as adminLetters from './admin-letters.ts';
import * as adminNarration from './admin-narration.ts';
import * as adminContents from './admin-contents.ts';
import * as adminSupport from './admin-support.ts';
import * as adminTokens from './admin-tokens.ts';
import * as adminWebhooks from './admin-webhooks.ts';
import * as adminPrograms from './admin-programs.ts';
import * as assessment from './assessment.ts';
import * as banners from './banners.ts';
import * as billing from './billing.ts';
import * as contractNotices from './contract-notices.ts';
import * as botCheck from './bot-check.ts';
import * as breathing from './breathing.ts';
import * as sounds from './sounds.ts';
import * as contents from './contents.ts';
import * as cookieConsent from './cookie-consent.ts';
import * as dashboard from './dashboard.ts';
import * as documents from './documents.ts';
import type { Endpoint } from './endpoint.ts';
import * as firebase from './firebase.ts';
import * as firebaseSecondFactor from './firebase-second-factor.ts';
import * as flights from './flights.ts';
import * as gifts from './gifts.ts';
import * as identity from './identity.ts';
import * as invitations from './invitations.ts';
import * as passkeys from './passkeys.ts';
import * as payments from './payments.ts';
import * as people from './people.ts';
import * as peopleList from './people-list.ts';
import * as plan from './plan.ts';
import * as planned from './planned-changes.ts';
import * as ladder from './ladder.ts';
import * as player from './player.ts';
import * as pricing from './pricing.ts';
import * as privacy from './privacy.ts';
import * as programs from './programs.ts';
import * as promotions from './promotions.ts';
import * as open from './public.ts';
import * as reminders from './reminders.ts';
import * as region from './region.ts';
import * as safety from './safety.ts';
import * as sandbox from './sandbox.ts';
import * as scripts from './scripts.ts';
import * as security from './security.ts';
import * as support from './support.ts';
import * as system from './system.ts';
import * as outcomes from './outcomes.ts';
import * as sessionTotals from './session-totals.ts';
import * as totals from './totals.ts';
import * as translations from './translations.ts';
import * as tracking from './tracking.ts';
import * as uploads from './uploads.ts';
import * as users from './users.ts';

const modules = {
  ...admin,
  ...adminApprovals,
  ...adminAutosaves,
  ...adminVoices,
  ...adminBulk,
  ...adminPreviews,
  ...adminFind,
  ...adminAuthors,
  ...adminContents,
  ...adminGeneration,
  ...adminLetters,
  ...adminNarration,
  ...adminSearch,
  ...adminSupport,
  ...adminTokens,
  ...adminWebhooks,
  ...safety,
  ...adminPrograms,
  ...assessment,
  ...banners,
  ...billing,
  ...contractNotices,
  ...botCheck,
  ...breathing,
  ...sounds,
  ...contents,
  ...cookieConsent,
  ...dashboard,
  ...documents,
  ...firebase,
  ...firebaseSecondFactor,
  ...flights,
  ...gifts,
  ...identity,
  ...invitations,
  ...passkeys,
  ...payments,
  ...people,
  ...peopleList,
  ...plan,
  ...planned,
  ...ladder,
  ...player,
  ...open,
  ...pricing,
  ...privacy,
  ...programs,
  ...promotions,
  ...reminders,
  ...region,
  ...sandbox,
  ...scripts,
  ...security,
  ...support,
  ...system,
  ...totals,
  ...outcomes,
  ...sessionTotals,
  ...tracking,
  ...uploads,
  ...translations,
  ...users,
};

type Modules = typeof modules;
/** Every endpoint by its name. */
export type Contract = {
  [Name in keyof Modules as Modules[Name] extends Endpoint ? Name : never]: Modules[Name];
};

/** Every endpoint of the API by name; a test compares it with the registered routes. */
export const contract = Object.fromEntries(
  Object.entries(modules).filter(([, value]) => typeof value === 'object' && 'replies' in value),
) as Contract;
