import { expect, it } from 'vitest';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import en from '../../locales/en/studio-overview.json';
import fr from '../../locales/fr/studio-overview.json';
import { buildOutcomesCsv, buildOutcomesDictionaryCsv, OUTCOME_COLUMNS } from './model.ts';

const change = { people: 60, before: 6.123, after: 4, change: -2.123, low: -2.5, high: -1.746 };
const OUTCOMES = {
  lastDay: '2027-02-28',
  began: 100,
  again: 60,
  left: 40,
  overall: change,
  publishable: null,
  areas: [{ ...change, area: FEAR_AREAS[0].key }],
  programs: [
    { id: 'x', title: '=2+2, "quoted"', began: null, again: 20, left: null, overall: null },
  ],
};

it('the file has a line for all, each area and each program, no formula, and nothing where it is hidden', () => {
  expect(buildOutcomesCsv(OUTCOMES).split('\r\n')).toEqual([
    OUTCOME_COLUMNS.join(','),
    'all,,100,60,40,60,6.12,4,-2.12,-2.5,-1.75,2027-02-28',
    'area,pre_flight_worry,100,60,40,60,6.12,4,-2.12,-2.5,-1.75,2027-02-28',
    'program,"\'=2+2, ""quoted""",,20,,,,,,,,2027-02-28',
    '',
  ]);
});

it.each([en, fr])('the data dictionary says what each column means', ({ outcomes }) => {
  const lines = buildOutcomesDictionaryCsv((column) => outcomes.dictionary[column]).split('\r\n');
  expect(lines).toHaveLength(OUTCOME_COLUMNS.length + 2);
  for (const [index, column] of OUTCOME_COLUMNS.entries())
    expect(lines[index + 1]).toMatch(new RegExp(`^${column},.{15,}`, 'u'));
});
