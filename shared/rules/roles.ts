/** What somebody is at the studio: nobody, or who writes its content, answers its people, or may do everything. */
export const ROLES = ['member', 'editor', 'support', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Who may call an endpoint of the studio: everybody with a role there, admins and one role, or admins alone. */
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

/** Returns whether somebody with this role may call endpoints of the studio with this access level. */
export const isRoleAdmitted = (access: StudioAccess, role: Role): boolean =>
  ADMITTED[access].includes(role);
