import { describe, expect, it } from 'vitest';
import { findLetterFaults } from './letters.ts';

const ours = {
  subject: '{{product}}: your pass until {{until}}',
  body: 'You paid {{amount}} for the $t(billing:names.{{plan}}).',
};

describe('an edited letter', () => {
  it('may say the same in other words, in another order, with our name or without', () => {
    const body = 'Until {{until}}: $t(billing:names.{{plan}}), {{amount}}, {{product}}';
    expect(findLetterFaults(ours, { subject: 'Thanks', body })).toBeNull();
    expect(findLetterFaults(ours, ours)).toBeNull();
  });

  it('keeps in its text what ours has there, because the rest is not read by everybody', () => {
    const edited = {
      subject: '{{amount}} until {{until}}',
      body: 'The $t(billing:names.{{plan}}).',
    };
    expect(findLetterFaults(ours, edited)?.missing).toEqual(['{{amount}}']);
    const framed = { ...ours, body: 'Thanks.', frame: ours.body };
    expect(findLetterFaults({ ...ours, frame: 'Please keep it.' }, framed)).toBeNull();
  });

  it('loses nothing that people need, and asks for nothing that is not there', () => {
    const edited = { subject: ' ', body: 'You paid {{price}} for {{plan}}. $t(contract:x)' };
    expect(findLetterFaults(ours, edited)).toEqual({
      missing: ['{{until}}', '{{amount}}', '$t(billing:names.{{plan}})'],
      unknown: ['{{price}}', '{{plan}}', '$t(contract:x)'],
      empty: ['subject'],
    });
  });

  it.each(['{{amount', 'amount}}', '$t(billing', '{{{{amount}}'])(
    'holds no half of a placeholder: %s',
    (half) => {
      const body = `${ours.body} ${half}`;
      expect(findLetterFaults(ours, { ...ours, body })?.unknown).not.toEqual([]);
    },
  );
});
