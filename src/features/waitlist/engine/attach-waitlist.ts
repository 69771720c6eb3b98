import { runBotCheck } from '#web/features/bot-check/queries.ts';
import { api, ApiError, isNetworkError } from '#web/lib/api.ts';
import type { Language } from '#shared/rules/languages.ts';

type FormStatus =
  | 'sending'
  | 'done'
  | 'emailed'
  | 'invalid'
  | 'expired'
  | 'limited'
  | 'failed'
  | 'offline';
const NEUTRAL_STATUSES: readonly FormStatus[] = ['sending', 'done', 'emailed'];

/**
 * Attaches the behaviour to the two forms of the waiting list, in the prerendered page and in the app: joining, and
 * confirming by the link of an e-mail. Each shows its result as a sentence. Returns a cleanup function.
 */
export function attachWaitlist(root: HTMLElement): () => void {
  const ask = root.querySelector<HTMLFormElement>('[data-ask]')!;
  const confirm = root.querySelector<HTMLFormElement>('[data-confirm]')!;
  const input = ask.querySelector('input')!;
  const wiring = new AbortController();
  const token = readEmailToken();
  ask.hidden = token !== null;
  confirm.hidden = token === null;

  wireForm(ask, wiring.signal, async (showStatus) => {
    const email = input.value.trim();
    const isAddress = email !== '' && input.validity.valid;
    if (!isAddress) {
      input.focus();
      return 'invalid';
    }
    showStatus('sending');
    const botToken = await runBotCheck('waitlist');
    const language = root.dataset['waitlist'] as Language;
    await api('POST /api/waitlist', { body: { email, language, botToken } });
    ask.reset();
    return 'emailed';
  });

  wireForm(confirm, wiring.signal, async (showStatus) => {
    showStatus('sending');
    const outcome = await confirmEntry(token ?? '');
    // Removes the used token from the URL.
    history.replaceState(history.state, '', location.pathname);
    confirm.querySelector('button')!.hidden = true;
    ask.hidden = outcome === 'done';
    return outcome;
  });
  return () => wiring.abort();
}

function readEmailToken(): string | null {
  const isConfirming = new URLSearchParams(location.search).get('mode') === 'confirm';
  return isConfirming ? location.hash.slice(1) || null : null;
}

async function confirmEntry(token: string): Promise<'done' | 'expired'> {
  try {
    await api('POST /api/waitlist/confirm', { body: { token } });
    return 'done';
  } catch (error) {
    if (toFormStatus(error) !== 'invalid') throw error;
    return 'expired';
  }
}

/** Handles a form's submit without leaving the page, one request at a time, and shows its status. */
function wireForm(
  form: HTMLFormElement,
  signal: AbortSignal,
  send: (showStatus: (answer: FormStatus) => void) => Promise<FormStatus>,
): void {
  const place = form.querySelector<HTMLElement>('[data-answer]')!;
  const showStatus = (answer: FormStatus) => {
    place.textContent = place.dataset[answer] ?? '';
    place.dataset['state'] = NEUTRAL_STATUSES.includes(answer) ? '' : 'refused';
    form.querySelector('input')?.setAttribute('aria-invalid', String(answer === 'invalid'));
  };
  let sending = false;
  const submit = async () => {
    sending = true;
    showStatus(await send(showStatus).catch(toFormStatus));
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

function toFormStatus(error: unknown): FormStatus {
  const status = error instanceof ApiError ? error.status : 500;
  if (isNetworkError(error)) return 'offline';
  if (status === 400 || status === 422) return 'invalid';
  return status === 429 ? 'limited' : 'failed';
}
