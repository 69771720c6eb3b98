/** A person's role at the studio: none, writer of content, support, or everything. */
export const ROLES = ['member', 'editor', 'support', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that may call an endpoint of the studio: every one, admins and one more, or admins alone. */
export type StudioAccess = 'staff' | 'editor' | 'support' | 'admin';

const ADMITTED: Record<StudioAccess, readonly Role[]> = {
  staff: ['editor', 'support', 'admin'],
  editor: ['editor', 'admin'],
  support: ['support', 'admin'],
  admin: ['admin'],
};

/** Returns whether an access level is one of the studio's, for which a role and a second factor are needed. */
export const isStudioAccess = (access: string): access is StudioAccess =>
  Object.hasOwn(ADMITTED, access);

/** Returns whether a person with this role may call endpoints of the studio with this access level. */
export const isRoleAdmitted = (access: StudioAccess, role: Role): boolean =>
  ADMITTED[access].includes(role);
