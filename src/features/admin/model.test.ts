import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { findAuditSubjectName, findReasonAuditEntryIsNameless, listStudioPages } from './model.ts';

it('nobody is called deleted who never had an account, and no action on nobody names somebody', () => {
  const missing = (entry: Partial<Parameters<typeof findReasonAuditEntryIsNameless>[0]>) =>
    findReasonAuditEntryIsNameless({
      action: 'email.read',
      subject: null,
      target: null,
      details: {},
      ...entry,
    });
  expect(missing({})).toBe('erased');
  expect(missing({ details: { hasAccount: false } })).toBe('stranger');
  expect(missing({ subject: 'ada@example.com' })).toBeNull();
  for (const action of ['invitation.send', 'program.order', 'support.change'])
    expect(missing({ action })).toBeNull();
  for (const action of ['person.erase', 'pass.revoke', 'role.grant', 'gift.refund'])
    expect(missing({ action })).toBe('erased');
});

interface Catalogue {
  title?: string;
  places?: Record<string, string>;
}

const ID = '01a20ce4-6080-76a0-9c3b-c6042ecd9ae1';
const name = (entry: Partial<Parameters<typeof findAuditSubjectName>[0]>) =>
  findAuditSubjectName({ subject: null, target: null, before: null, after: null, ...entry });

it('what an admin changed is called by the name that people know, and never by an id', () => {
  expect(name({ subject: 'ada@example.com', target: `question ${ID}` })).toBe('ada@example.com');
  expect(name({ target: `banner ${ID}`, after: { name: 'Sunday' } })).toBe('Sunday');
  expect(name({ target: `support reply ${ID}`, before: { title: 'Noise' } })).toBe('Noise');
  expect(name({ target: 'session take-off', after: { kind: 'load' } })).toBe('take-off');
  expect(name({ target: 'price yearly EUR' })).toBe('yearly EUR');
  for (const target of [`banner ${ID}`, `generation ${ID}`, 'support settings', null])
    expect(name({ target })).toBeNull();
});

describe.each(LANGUAGES)('each page of the studio, in %s,', async (language) => {
  const read = async (file: string) =>
    ((await import(`../../locales/${language}/${file}.json`)) as { default: Catalogue }).default;
  const { places } = await read('admin');

  it.each(listStudioPages('admin'))(
    'has one name in the menu and above it: $key',
    async ({ key }) => {
      const { title } = await read(`studio-${key === 'content' ? 'sessions' : key}`);
      expect(title ?? places?.['overview']).toBe(places?.[key]);
    },
  );

  it('is called in English as its address is', () => {
    if (language !== 'en') return;
    const named = listStudioPages('admin').filter(({ key }) => key !== 'safety');
    expect(named.map(({ key }) => places?.[key]?.toLowerCase())).toEqual(
      named.map(({ path }) => path.split('/')[2] ?? 'dashboard'),
    );
  });
});
