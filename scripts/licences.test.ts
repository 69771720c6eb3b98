import { expect, it } from 'vitest';
import { groupLicencesByText } from './licences.ts';

const react = { name: 'react', version: '19.0.0', identifier: 'MIT', text: 'MIT of Meta\n' };

it('packages under the same text stand together, each once', () => {
  const dom = { ...react, name: 'react-dom', text: 'MIT of Meta' };
  const other = { name: 'idb', version: '8.0.0', identifier: 'ISC', text: 'ISC of Jake' };
  expect(groupLicencesByText([dom, other, react, react])).toEqual([
    { packages: ['react 19.0.0', 'react-dom 19.0.0'], text: 'MIT of Meta' },
    { packages: ['idb 8.0.0'], text: 'ISC of Jake' },
  ]);
});

it('a package that only names a standard licence gets its text', () => {
  const [licence] = groupLicencesByText([
    { name: 'a', version: '1.0.0', identifier: 'Apache-2.0' },
  ]);
  expect(licence?.text).toContain('Grant of Copyright License');
});

it.each([undefined, 'MIT', '../licences'])(
  'a package without a text stops the build (%s)',
  (of) => {
    const entry = { name: 'a', version: '1.0.0', ...(of !== undefined && { identifier: of }) };
    expect(() => groupLicencesByText([entry])).toThrow('a brings no licence text along');
    expect(() => groupLicencesByText([{ ...entry, text: ' \n' }])).toThrow('a brings');
  },
);
