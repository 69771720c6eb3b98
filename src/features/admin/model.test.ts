import { expect, it } from 'vitest';
import { getAuditSubjectName } from './model.ts';

const ID = '01a20ce4-6080-76a0-9c3b-c6042ecd9ae1';
const name = (entry: Partial<Parameters<typeof getAuditSubjectName>[0]>) =>
  getAuditSubjectName({ subject: null, target: null, before: null, after: null, ...entry });

it('what an admin changed is called by the name that people know, and never by an id', () => {
  expect(name({ subject: 'ada@example.com', target: `question ${ID}` })).toBe('ada@example.com');
  expect(name({ target: `banner ${ID}`, after: { name: 'Sunday' } })).toBe('Sunday');
  expect(name({ target: `support reply ${ID}`, before: { title: 'Noise' } })).toBe('Noise');
  expect(name({ target: 'session take-off', after: { kind: 'load' } })).toBe('take-off');
  expect(name({ target: 'price yearly EUR' })).toBe('yearly EUR');
  for (const target of [`banner ${ID}`, `generation ${ID}`, 'support settings', null])
    expect(name({ target })).toBeNull();
});
