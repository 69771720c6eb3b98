import { flushSync } from 'react-dom';

/** Shows what is missing in a form, and puts the focus into the first field of which something is said. */
export function showFaults(form: HTMLFormElement | null, show: () => void): void {
  flushSync(show);
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
