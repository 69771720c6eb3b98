/** Every address of the app; a test holds it against the router's table. */
export const paths = {
  home: () => '/',
  auth: (mode?: 'sign-up' | 'forgot') => (mode ? `/auth?mode=${mode}` : '/auth'),
  /** Signing in, or creating an account, and from there to a session. */
  authToContent: (mode: 'sign-in' | 'sign-up', id: string) =>
    `/auth?mode=${mode}&next=/content/${id}`,
  onboarding: () => '/onboarding',
  subscription: () => '/subscription',
  subscriptionSuccess: () => '/subscription-success',
  profile: (tab?: 'overview' | 'progress' | 'assessment' | 'settings') =>
    tab && tab !== 'overview' ? `/profile?tab=${tab}` : '/profile',
  library: (category?: string) => (category ? `/content-library/${category}` : '/content-library'),
  librarySearch: (words: string) =>
    `/content-library?${new URLSearchParams({ q: words }).toString()}`,
  /** A session; `from` names the lesson it is opened from, so that it leads back there. */
  content: (id: string, from?: { program: string; lesson: string }) =>
    from ? `/content/${id}?program=${from.program}&lesson=${from.lesson}` : `/content/${id}`,
  programs: () => '/programs',
  program: (id: string) => `/programs/${id}`,
  plan: () => '/plan',
  breathe: () => '/breathe',
  shared: (id: string) => `/s/${id}`,
  /** The ladder, or one step of it. */
  ladder: (step?: string) => (step ? `/ladder/${step}` : '/ladder'),
  privacy: () => '/privacy',
  terms: () => '/terms',
  waitlist: () => '/waitlist',
  help: () => '/help',
  sos: () => '/sos',
} as const;
