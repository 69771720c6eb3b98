import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { decide } from '#shared/rules/route-table.ts';
import type { Person } from './person.ts';

/**
 * Where to lead somebody whose sign-in ended while they were here: to the sign-in page, and from there
 * back. Null for everybody else, and where a visitor may be too: nobody is taken away from help.
 */
export function useLostSession(person: Person): string | null {
  const [path] = useLocation();
  const search = useSearch();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (person.status !== 'known') return null;
  const isSignedIn = person.state !== 'signed_out';
  const mayStay = path !== '/' && decide(path, 'signed_out').kind === 'page';
  if (isSignedIn !== wasSignedIn && (isSignedIn || mayStay)) setWasSignedIn(isSignedIn);
  if (isSignedIn || mayStay || !wasSignedIn) return null;
  const next = search === '' ? path : `${path}?${search}`;
  return `/auth?${new URLSearchParams({ lost: '', next }).toString()}`;
}
