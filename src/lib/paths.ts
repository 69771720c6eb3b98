/** The problems with which the contact form can be opened; their texts are in the catalogue `feedback`. */
export const CONTACT_CASES = [
  'subscription_start',
  'payment',
  'billing_portal',
  'payment_waiting',
] as const;
export type ContactCase = (typeof CONTACT_CASES)[number];

/** Builds every URL of the app; a test checks them against the route table. */
export const paths = {
  home: () => '/',
  /** The landing page in a language, with the goodbye message after an account was erased. */
  goodbye: (language: string) =>
    `/?${new URLSearchParams({ lang: language, goodbye: '' }).toString()}`,
  auth: (mode?: 'sign-up' | 'forgot') => (mode ? `/auth?mode=${mode}` : '/auth'),
  /** The sign-in or sign-up page, leading on to a session. */
  authToContent: (mode: 'sign-in' | 'sign-up', id: string) =>
    `/auth?mode=${mode}&next=/content/${id}`,
  onboarding: () => '/onboarding',
  subscription: () => '/subscription',
  /** The passes, saying that the last one has ended, and leading back to the page `next`. */
  endedSubscription: (next: string) =>
    `/subscription?${new URLSearchParams({ ended: '', next }).toString()}`,
  /** The page after paying, which leads on to the page `next`. */
  subscriptionSuccess: (next?: string) =>
    next
      ? `/subscription-success?${new URLSearchParams({ next }).toString()}`
      : '/subscription-success',
  profile: (tab?: 'overview' | 'progress' | 'assessment' | 'settings') =>
    tab && tab !== 'overview' ? `/profile?tab=${tab}` : '/profile',
  library: (category?: string) => (category ? `/content-library/${category}` : '/content-library'),
  librarySearch: (words: string) =>
    `/content-library?${new URLSearchParams({ q: words }).toString()}`,
  /** The player of a session; `from` names the lesson it was opened from, to which the page links back. */
  content: (id: string, from?: { program: string; lesson: string }) =>
    from ? `/content/${id}?program=${from.program}&lesson=${from.lesson}` : `/content/${id}`,
  programs: () => '/programs',
  program: (id: string) => `/programs/${id}`,
  plan: () => '/plan',
  breathe: () => '/breathe',
  flight: (phase?: string) => (phase ? `/flight?phase=${phase}` : '/flight'),
  rehearsal: (dose?: string) => (dose ? `/rehearsal?dose=${dose}` : '/rehearsal'),
  /** What is heard, seen, felt and smelt in a cabin. */
  whatWasThat: () => '/flight?what',
  card: () => '/flight?card',
  translationStatus: () => '/translation-status',
  /** The messages of a feature, or the page to choose one. */
  translationDemo: (feature?: string) =>
    feature ? `/translation-demo?feature=${feature}` : '/translation-demo',
  /** Where the links of a reminder lead. */
  preview: () => '/preview',
  reminders: () => '/reminders',
  shared: (id: string) => `/s/${id}`,
  ladder: (step?: string) => (step ? `/ladder/${step}` : '/ladder'),
  admin: () => '/admin',
  studioSessions: () => '/admin/content',
  studioSession: (id: string) => `/admin/content?id=${id}`,
  /** Words in all sessions of the studio, to find and replace. */
  studioWords: () => '/admin/content?find',
  studioSafety: () => '/admin/safety',
  studioPeople: () => '/admin/people',
  /** One account in the studio, by its id: an address is in no URL. */
  studioPerson: (id: string) => `/admin/people?id=${id}`,
  studioBanners: () => '/admin/banners',
  studioBanner: (id: string) => `/admin/banners?id=${id}`,
  studioPrograms: () => '/admin/programs',
  studioProgram: (id: string) => `/admin/programs?id=${id}`,
  studioAuthors: () => '/admin/authors',
  studioAuthor: (id: string) => `/admin/authors?id=${id}`,
  studioSupport: (view?: 'answered' | 'replies' | 'settings') =>
    view ? `/admin/support?view=${view}` : '/admin/support',
  studioQuestion: (id: string) => `/admin/support?id=${id}`,
  studioReply: (id: string) => `/admin/support?reply=${id}`,
  privacy: () => '/privacy',
  terms: () => '/terms',
  tonight: () => '/tonight',
  waitlist: () => '/waitlist',
  help: () => '/help',
  sos: () => '/sos',
  /** The page to ask a question, which may be about a session. */
  support: (about?: string) => (about ? `/support?about=${about}` : '/support'),
  contract: (kind?: 'withdraw') => (kind ? '/contract?withdraw' : '/contract'),
  /** The form to write to the operator; `from` is the page the message is about, `about` the case it begins with. */
  contact: (from?: string, about?: ContactCase) =>
    from
      ? `/contact?${new URLSearchParams({ from, ...(about && { about }) }).toString()}`
      : '/contact',
} as const;
