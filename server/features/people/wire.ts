import type { ListedJob } from '#server/db/jobs.ts';
import type { users } from '#server/features/account/table.ts';
import type { listConsents } from './reads.ts';

type User = typeof users.$inferSelect;

/** Returns an account as it stands in a list. */
export const toFoundPerson = ({
  id,
  email,
  name,
  provider,
  role,
  createdAt,
  lastActiveAt,
}: User) => ({
  ...{ id, email, name, provider, role },
  createdAt: createdAt.toISOString(),
  lastActiveAt: lastActiveAt.toISOString(),
});

/** Returns the records of what somebody consented to. */
export const toConsents = ({
  health,
  cookies,
  orders,
}: Awaited<ReturnType<typeof listConsents>>) => ({
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

/** Returns an e-mail that was not sent yet. */
export const toQueuedEmail = ({ queuedAt, ...job }: ListedJob) => ({
  ...job,
  queuedAt: queuedAt.toISOString(),
});
