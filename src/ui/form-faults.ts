import { flushSync } from 'react-dom';

/** Calls `show` to render a form's validation errors, then focuses the first invalid field. */
export function showFaultsAndFocusFirst(form: HTMLFormElement | null, show: () => void): void {
  flushSync(show);
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
