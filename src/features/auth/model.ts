import { ownPath } from '#shared/rules/own-path.ts';

/** Sign in, or create an account: two faces of one form. */
export type Mode = 'sign-in' | 'sign-up';

/** Every face of the page: the form, a forgotten password, and where the links in our letters lead. */
const FACES = [
  'sign-in',
  'sign-up',
  'forgot',
  'reset',
  'confirm-sign-up',
  'confirm-email',
] as const;
export type Face = (typeof FACES)[number];

/** The face asked for in the address. */
export function faceOf(search: string): Face {
  const asked = new URLSearchParams(search).get('mode');
  return FACES.find((face) => face === asked) ?? 'sign-in';
}

/** Whether somebody who is signed in already has business here: only with the link of a letter. */
export function isForSignedIn(face: Face): boolean {
  return face === 'reset' || face.startsWith('confirm');
}

/** What stands behind the `#` of a letter's link: the secret, and whose account it is where the letter says so. */
export interface Secret {
  token: string;
  email: string;
}

/** Reads the hash of an address, `#secret/address`. */
export function secretOf(hash: string): Secret {
  const [token = '', email = ''] = hash.slice(1).split('/', 2);
  try {
    return { token, email: decodeURIComponent(email) };
  } catch {
    return { token, email: '' };
  }
}

/** Where to go once signed in: the `next` of the address when it is a path of ours, else the beginning. */
export function whereNext(search: string): string {
  return ownPath(new URLSearchParams(search).get('next') ?? '');
}

export interface Entry {
  email: string;
  password: string;
}

export type FieldFault =
  | 'emailMissing'
  | 'emailInvalid'
  | 'passwordMissing'
  | 'passwordShort'
  | 'passwordLong';
export type Faults = Partial<Record<keyof Entry, FieldFault>>;

const SHORTEST = 8;
const LONGEST = 128;

/** What keeps a form from being sent. A password is measured only where it is being chosen. */
export function faultsOf({ email, password }: Entry, mode: Mode): Faults {
  return { ...emailFault(email.trim()), ...passwordFault(password, mode) };
}

/** What is plainly no address. */
export function emailFault(email: string): Faults {
  if (email === '') return { email: 'emailMissing' };
  // The server decides; this only catches what is plainly not an address.
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? {} : { email: 'emailInvalid' };
}

/** What is wrong with a password; its length is measured only where it is being chosen. */
export function passwordFault(password: string, mode: Mode): Faults {
  if (password === '') return { password: 'passwordMissing' };
  if (password.length > LONGEST) return { password: 'passwordLong' };
  return mode === 'sign-up' && password.length < SHORTEST ? { password: 'passwordShort' } : {};
}

/** The fields the server names in a refusal, as faults of this form. */
export function faultsFromServer(fields: Readonly<Record<string, string>>): Faults {
  const named = Object.keys(fields).join(' ');
  return {
    ...(/\bemail\b/.test(named) && { email: 'emailInvalid' }),
    ...(/\bpassword\b/.test(named) && { password: 'passwordShort' }),
  };
}
