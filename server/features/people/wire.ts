import type { ListedJob } from '#server/db/jobs.ts';
import type { users } from '#server/features/account/table.ts';
import type { listConsentsOfPerson } from './reads.ts';

type User = typeof users.$inferSelect;

/** Converts a profile to the form of the admin's list of accounts found. */
export const toPersonSearchResult = ({
  id,
  email,
  name,
  provider,
  role,
  createdAt,
  lastActiveAt,
}: User) => ({
  id,
  email,
  name,
  provider,
  role,
  createdAt: createdAt.toISOString(),
  lastActiveAt: lastActiveAt.toISOString(),
});

/** Converts a person's consents, those of their orders included, to the form of the admin's API. */
export const toConsents = ({
  health,
  cookies,
  orders,
}: Awaited<ReturnType<typeof listConsentsOfPerson>>) => ({
  health: health && { version: health.version, givenAt: health.givenAt.toISOString() },
  cookies: cookies.map(({ decidedAt, expiresAt, ...decision }) => ({
    ...decision,
    decidedAt: decidedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  })),
  orders: orders.flatMap(({ plan, version, givenAt }) =>
    version && givenAt ? [{ plan, version, givenAt: givenAt.toISOString() }] : [],
  ),
});

/** Converts a queued e-mail to the form of the admin's API. */
export const toQueuedEmail = ({ queuedAt, ...job }: ListedJob) => ({
  ...job,
  queuedAt: queuedAt.toISOString(),
});
