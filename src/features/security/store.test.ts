import { expect, it } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { freshSignInRequests, requestWithFreshSignIn } from './store.ts';

const STALE = new ApiError(403, '{"error":{"code":"fresh_sign_in_needed"}}');

/** A call that the server refuses until the person has signed in again. */
function createGuardedCall() {
  const state = { isFresh: false, calls: 0 };
  const call = async () => {
    state.calls += 1;
    if (!state.isFresh) throw STALE;
    return 'done';
  };
  return { state, call };
}

it('goes on with what was asked once the person has signed in again', async () => {
  const { state, call } = createGuardedCall();
  const shown: boolean[] = [];
  const leave = freshSignInRequests.subscribe(() => shown.push(freshSignInRequests.isAskedFor()));
  const both = Promise.all([requestWithFreshSignIn(call), requestWithFreshSignIn(call)]);
  await expect.poll(freshSignInRequests.isAskedFor).toBe(true);
  state.isFresh = true;
  freshSignInRequests.answer(true);
  expect(await both).toEqual(['done', 'done']);
  expect(freshSignInRequests.isAskedFor()).toBe(false);
  expect(shown.at(-1)).toBe(false);
  leave();
});

it('gives the refusal to whoever leaves the dialog or its page, or where no page can ask', async () => {
  const { state, call } = createGuardedCall();
  await expect(requestWithFreshSignIn(call)).rejects.toBe(STALE);
  for (const end of [
    (_leave: () => void) => freshSignInRequests.answer(false),
    (leave: () => void) => leave(),
  ]) {
    const leave = freshSignInRequests.subscribe(() => undefined);
    const asked = requestWithFreshSignIn(call);
    void asked.catch(() => undefined);
    await expect.poll(freshSignInRequests.isAskedFor).toBe(true);
    end(leave);
    await expect(asked).rejects.toBe(STALE);
    leave();
  }
  expect(state.calls).toBe(3);
});

it('leaves every other refusal as it is', async () => {
  const refusal = new ApiError(404, '{"error":{"code":"not_found"}}');
  await expect(requestWithFreshSignIn(() => Promise.reject(refusal))).rejects.toBe(refusal);
});
