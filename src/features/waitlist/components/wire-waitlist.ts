import { execute } from '#web/features/bot-check/queries.ts';
import { api, ApiError } from '#web/lib/api.ts';
import type { Language } from '#web/lib/i18n.ts';

type Answer =
  | 'sending'
  | 'done'
  | 'letter'
  | 'invalid'
  | 'expired'
  | 'limited'
  | 'failed'
  | 'offline';
const CALM: readonly Answer[] = ['sending', 'done', 'letter'];

/**
 * Wires the two forms of the waiting list, in the prerendered page and in the app: leaving an address,
 * and confirming one where a letter led here. Each says in a sentence what happened. Returns how to undo it.
 */
export function wireWaitlist(root: HTMLElement): () => void {
  const ask = root.querySelector<HTMLFormElement>('[data-ask]')!;
  const confirm = root.querySelector<HTMLFormElement>('[data-confirm]')!;
  const input = ask.querySelector('input')!;
  const wiring = new AbortController();
  const token = tokenOfLetter();
  ask.hidden = token !== null;
  confirm.hidden = token === null;

  onSubmit(ask, wiring.signal, async (say) => {
    const email = input.value.trim();
    const isAddress = email !== '' && input.validity.valid;
    if (!isAddress) {
      input.focus();
      return 'invalid';
    }
    say('sending');
    const botToken = await execute('waitlist');
    const language = root.dataset['waitlist'] as Language;
    const { next } = await api('POST /api/waitlist', { body: { email, language, botToken } });
    ask.reset();
    return next === 'listed' ? 'done' : 'letter';
  });

  onSubmit(confirm, wiring.signal, async (say) => {
    say('sending');
    const outcome = await confirmPlace(token ?? '');
    // The link has done its work; the address of this page forgets it.
    history.replaceState(history.state, '', location.pathname);
    confirm.querySelector('button')!.hidden = true;
    ask.hidden = outcome === 'done';
    return outcome;
  });
  return () => wiring.abort();
}

/** The secret of the letter that led here, or null. */
function tokenOfLetter(): string | null {
  const isConfirming = new URLSearchParams(location.search).get('mode') === 'confirm';
  return isConfirming ? location.hash.slice(1) || null : null;
}

async function confirmPlace(token: string): Promise<'done' | 'expired'> {
  try {
    await api('POST /api/waitlist/confirm', { body: { token } });
    return 'done';
  } catch (error) {
    if (answerTo(error) !== 'invalid') throw error;
    return 'expired';
  }
}

/** Sends a form without leaving the page, once at a time, and says the answer from its own words. */
function onSubmit(
  form: HTMLFormElement,
  signal: AbortSignal,
  send: (say: (answer: Answer) => void) => Promise<Answer>,
): void {
  const place = form.querySelector<HTMLElement>('[data-answer]')!;
  const say = (answer: Answer) => {
    place.textContent = place.dataset[answer] ?? '';
    place.dataset['state'] = CALM.includes(answer) ? '' : 'refused';
    form.querySelector('input')?.setAttribute('aria-invalid', String(answer === 'invalid'));
  };
  let sending = false;
  const submit = async () => {
    sending = true;
    say(await send(say).catch(answerTo));
    sending = false;
  };
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      if (!sending) void submit();
    },
    { signal },
  );
}

function answerTo(error: unknown): Answer {
  const status = error instanceof ApiError ? error.status : 500;
  if (status === 0) return 'offline';
  if (status === 400 || status === 422) return 'invalid';
  return status === 429 ? 'limited' : 'failed';
}
