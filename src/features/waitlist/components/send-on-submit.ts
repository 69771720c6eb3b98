type Answer = 'sending' | 'done' | 'invalid' | 'limited' | 'failed' | 'offline';

function answerTo(status: number): Answer {
  if (status < 300) return 'done';
  if (status === 400 || status === 422) return 'invalid';
  return status === 429 ? 'limited' : 'failed';
}

/** Sends the waitlist's form without leaving the page, and says in a sentence what happened. Returns how to undo it. */
export function sendOnSubmit(form: HTMLFormElement): () => void {
  const answer = form.querySelector<HTMLElement>('[data-answer]')!;
  const input = form.querySelector<HTMLInputElement>('input[name=email]')!;
  const wiring = new AbortController();
  let sending = false;

  const say = (which: Answer) => {
    answer.textContent = answer.dataset[which] ?? '';
    answer.dataset['state'] = which === 'done' || which === 'sending' ? '' : 'refused';
    if (which === 'invalid') input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  };
  const send = async () => {
    const email = input.value.trim();
    if (!email || !input.validity.valid) {
      say('invalid');
      input.focus();
      return;
    }
    sending = true;
    say('sending');
    try {
      const reply = await fetch('/api/waitlist', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, language: form.dataset['waitlist'] }),
      });
      say(answerTo(reply.status));
      if (reply.ok) form.reset();
    } catch {
      say('offline');
    }
    sending = false;
  };
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      if (!sending) void send();
    },
    { signal: wiring.signal },
  );
  return () => wiring.abort();
}
