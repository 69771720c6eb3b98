import type { ShownAuditEntry } from '#shared/contract/admin.ts';
import { type Role, type StudioAccess, isRoleAdmitted } from '#shared/rules/roles.ts';
import type { RoutePath } from '#shared/rules/route-table.ts';

/** The studio's pages in their order, by the key of their name, with who may open them. */
const PAGES = [
  { key: 'overview', path: '/admin', access: 'admin' },
  { key: 'people', path: '/admin/people', access: 'support' },
  { key: 'content', path: '/admin/content', access: 'editor' },
  { key: 'programs', path: '/admin/programs', access: 'editor' },
  { key: 'authors', path: '/admin/authors', access: 'editor' },
  { key: 'banners', path: '/admin/banners', access: 'admin' },
  { key: 'support', path: '/admin/support', access: 'support' },
  { key: 'pricing', path: '/admin/pricing', access: 'admin' },
  { key: 'generation', path: '/admin/generation', access: 'editor' },
  { key: 'narration', path: '/admin/narration', access: 'editor' },
  { key: 'safety', path: '/admin/safety', access: 'admin' },
] as const satisfies readonly { key: string; path: RoutePath; access: StudioAccess }[];

export type StudioPageKey = (typeof PAGES)[number]['key'];

/** Lists the pages of the admin area ("the studio") that a role opens, in their order. */
export const listStudioPages = (role: Role) =>
  PAGES.filter(({ access }) => isRoleAdmitted(access, role));

/** Returns whether a role opens a page of the studio. */
export const isStudioPageOpen = (key: StudioPageKey, role: Role): boolean =>
  listStudioPages(role).some((page) => page.key === key);

/** Formats an instant as the value of a `datetime-local` input, in the device's time zone. */
export function formatDateTimeField(instant: string | null): string {
  if (instant === null) return '';
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Parses the value of a `datetime-local` field, in the device's time zone, to an ISO 8601 string in UTC; null where it is empty. */
export const parseDateTimeField = (value: string): string | null =>
  value === '' ? null : new Date(value).toISOString();

export interface EditedField {
  label: string;
  value: string;
}

/** A field that two people have changed: as this one has it, and as it was saved meanwhile. */
export interface EditDifference {
  label: string;
  mine: string;
  theirs: string;
}

/**
 * Compares two lists of the same fields in the same order; returns those whose values differ: `mine`, as typed here,
 * and `theirs`, as another admin has saved it meanwhile.
 */
export function findEditDifferences(
  mine: readonly EditedField[],
  theirs: readonly EditedField[],
): EditDifference[] {
  return mine.flatMap(({ label, value }, index) => {
    const other = theirs[index]?.value ?? '';
    return value === other ? [] : [{ label, mine: value, theirs: other }];
  });
}

/**
 * Returns the name of what an audit entry is about: a person's e-mail address, a name or title among the changed
 * fields, or the entry's target; null where there is nothing but an id, and the action says enough.
 */
export function findAuditSubjectName({
  subject,
  target,
  before,
  after,
}: Pick<ShownAuditEntry, 'subject' | 'target' | 'before' | 'after'>): string | null {
  if (subject !== null) return subject;
  const fields = { ...before, ...after };
  const named = [fields['name'], fields['title']].find((one) => typeof one === 'string');
  return (
    named ??
    /^(?:author|plan|price|program|session|token|webhook) (.+)$/.exec(target ?? '')?.[1] ??
    null
  );
}

/** The actions on people: when such an entry names no person any more, the account was deleted. */
const ON_PEOPLE = /^(?:email|gift|pass|person|role)\./u;

/**
 * Returns why an audit entry names no person: `erased`, an account that was deleted since; `stranger`, an address that
 * had none; null where the action is on no person.
 */
export function findReasonAuditEntryIsNameless({
  action,
  subject,
  target,
  details,
}: Pick<ShownAuditEntry, 'action' | 'subject' | 'target' | 'details'>):
  | 'erased'
  | 'stranger'
  | null {
  if (subject !== null || target !== null || !ON_PEOPLE.test(action)) return null;
  return details['hasAccount'] === false ? 'stranger' : 'erased';
}
