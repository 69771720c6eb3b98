import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freezeOrReleaseClock } from './clock.ts';
import {
  deleteFormDrafts,
  readFormDraft,
  removeFormDraft,
  writeFormDraftUnlessSignedOut,
} from './drafts.ts';
import { signalSignOut } from './sync/sign-out-signal.ts';

const TYPED = { expected: 'It will shake' };
const at = (day: number) =>
  freezeOrReleaseClock({ at: new Date(Date.UTC(2027, 0, day)), timeZone: 'UTC' });

beforeEach(() => {
  const kept: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => void (kept[key] = text),
    removeItem: (key: string) => void delete kept[key],
  };
  vi.stubGlobal(
    'localStorage',
    new Proxy(methods, { ownKeys: () => Object.keys(kept), getOwnPropertyDescriptor: describeKey }),
  );
  at(1);
});
const describeKey = () => ({ configurable: true, enumerable: true });
afterEach(() => {
  freezeOrReleaseClock(null);
  vi.unstubAllGlobals();
});

describe('a text that was typed and not saved', () => {
  it('is found again by whoever typed it, in the form that it belongs to', () => {
    writeFormDraftUnlessSignedOut('ada', 'step-1', TYPED);
    expect(readFormDraft('ada', 'step-1')).toEqual(TYPED);
    expect(readFormDraft('ada', 'step-2')).toEqual({});
    expect(readFormDraft('ada2', 'step-1')).toEqual({});
  });

  it('is forgotten once it is saved, and after a week', () => {
    writeFormDraftUnlessSignedOut('ada', 'step-1', TYPED);
    writeFormDraftUnlessSignedOut('ada', 'step-2', TYPED);
    removeFormDraft('ada', 'step-1');
    expect(readFormDraft('ada', 'step-1')).toEqual({});
    at(9);
    expect(readFormDraft('ada', 'step-2')).toEqual({});
  });

  it('goes when another person comes or this one signs out, and is not kept after that', () => {
    writeFormDraftUnlessSignedOut('ada', 'step-1', TYPED);
    writeFormDraftUnlessSignedOut('ada2', 'step-1', TYPED);
    deleteFormDrafts('ada');
    expect(readFormDraft('ada', 'step-1')).toEqual(TYPED);
    expect(readFormDraft('ada2', 'step-1')).toEqual({});
    signalSignOut();
    deleteFormDrafts();
    writeFormDraftUnlessSignedOut('ada', 'step-1', TYPED);
    expect(readFormDraft('ada', 'step-1')).toEqual({});
  });
});
