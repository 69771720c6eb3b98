import { type RefObject, useEffect, useRef } from 'react';

/**
 * Handles digit keys and Enter wherever the focus is on the page, as after a click beside the scale. The scale,
 * buttons and dialogs handle their own keys.
 */
export function useScaleKeys(
  form: RefObject<HTMLFormElement | null>,
  choose: (value: number) => void,
): void {
  const latest = useRef(choose);
  useEffect(() => void (latest.current = choose));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const elsewhere =
        event.target === document.body || form.current?.contains(event.target as Node);
      const plain = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!elsewhere || !plain || document.querySelector('dialog[open]')) return;
      if (/^\d$/.test(event.key)) latest.current(Number(event.key));
      if (event.key === 'Enter' && event.target === document.body) form.current?.requestSubmit();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [form]);
}
