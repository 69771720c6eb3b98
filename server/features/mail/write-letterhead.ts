import { createElement as h } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';

/**
 * A sky before sunrise from the top of a window down, in bands: cells of a table with a colour are drawn by every email
 * client, also by those that load no pictures, and by Outlook, which knows no gradients.
 */
const SKY: readonly [colour: string, height: number][] = [
  ['#25304f', 10],
  ['#2f3c5e', 9],
  ['#3d4a6d', 9],
  ['#52597b', 8],
  ['#6f6b87', 8],
  ['#927f8f', 7],
  ['#b79792', 7],
  ['#d8ab8e', 6],
  ['#efbf8f', 5],
  ['#fad6a3', 4],
  ['#fdeccb', 3],
  ['#e7d9d2', 7],
  ['#d9d0d2', 9],
];

/**
 * Writes the head of every email: the product's mark and name, and a quiet picture. Both are drawn by the letter itself,
 * so that nothing is loaded from outside; neither is part of its text.
 */
export function buildLetterheadElements({ ink, font }: { ink: string; font: string }) {
  const skipped = { 'aria-hidden': true, 'data-skip-in-text': true };
  const mark = h(
    'div',
    {
      style: {
        border: `2px solid ${ink}`,
        borderRadius: '9px',
        display: 'inline-block',
        height: '24px',
        verticalAlign: 'middle',
        width: '17px',
      },
    },
    h('div', { style: { borderBottom: `2px solid ${ink}`, height: '13px' } }),
  );
  const name = h(
    'span',
    {
      style: {
        color: ink,
        fontFamily: font,
        fontSize: '22px',
        paddingLeft: '11px',
        verticalAlign: 'middle',
      },
    },
    PRODUCT_NAME,
  );
  const table = { border: 0, cellPadding: 0, cellSpacing: 0, role: 'presentation', width: '100%' };
  return [
    h('div', { key: 'mark', ...skipped }, mark, name),
    h(
      'div',
      {
        key: 'sky',
        ...skipped,
        style: { borderRadius: '22px', margin: '20px 0 28px', overflow: 'hidden' },
      },
      h(
        'table',
        table,
        h(
          'tbody',
          null,
          SKY.map(([colour, height]) =>
            h(
              'tr',
              { key: colour },
              h(
                'td',
                {
                  height,
                  style: { backgroundColor: colour, fontSize: 0, lineHeight: `${height}px` },
                },
                '\u00A0',
              ),
            ),
          ),
        ),
      ),
    ),
  ];
}
