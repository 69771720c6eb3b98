import { useEffect, useRef } from 'react';
import type { ShownLetter } from '#shared/contract/admin-letters.ts';
import type { Language } from '#shared/rules/languages.ts';
import { useTranslation } from '#web/lib/translation.ts';

/**
 * Shows the HTML of an email in a tree of its own. Its styles are set by script, because the page's policy refuses those in
 * attributes; nothing in it can be pressed.
 */
function showHtml(host: HTMLElement, html: string): void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const held = html.replaceAll(/\sstyle="/g, ' data-style="');
  const { body } = new DOMParser().parseFromString(held, 'text/html');
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset['style'] ?? '';
    delete element.dataset['style'];
  }
  root.replaceChildren(...body.childNodes);
}

interface LetterSampleProps {
  sample: ShownLetter['sample'];
  language: Language;
}

/** An email with sample data: as it looks, and as plain text. */
export function LetterSample({ sample, language }: LetterSampleProps) {
  const { t } = useTranslation('studio-letters');
  const host = useRef<HTMLDivElement>(null);
  const { subject, html, text } = sample;
  useEffect(() => {
    if (host.current) showHtml(host.current, html);
  }, [html]);
  return (
    <>
      <p lang={language} className="mb-3 font-medium">
        {subject}
      </p>
      <div
        ref={host}
        inert
        className="max-w-2xl overflow-x-auto rounded-xl border border-line bg-[#fbf7f0]"
      />
      <details className="mt-3">
        <summary className="min-h-11 cursor-pointer py-2.5">{t('sample.text')}</summary>
        <p
          lang={language}
          className="max-w-2xl rounded-xl bg-sunk p-4 wrap-anywhere whitespace-pre-line"
        >
          {text}
        </p>
      </details>
    </>
  );
}
