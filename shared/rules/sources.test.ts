import { describe, expect, it } from 'vitest';
import { findSourceFault } from './sources.ts';

describe('a source', () => {
  it.each([
    'FAA, Airplane Flying Handbook, FAA-H-8083-3C, chapter 16, 2021',
    'EASA, Certification Specifications for Large Aeroplanes, CS-25 (§ 25.107 et 25.111), amendement 27, 2021',
    'European Union, Regulation (EU) No 965/2012 on air operations, Annex III (ORO.CC.140), 2012',
    'FAA, Aeronautical Information Manual, 5-3-8, Holding, 2024',
    'NHS, Fainting, nhs.uk',
    'Flightradar24, page “Exploring Estimated Coverage in Flightradar24”, flightradar24.com',
    'Clark, “A Cognitive Approach to Panic”, Behaviour Research and Therapy, 1986',
  ])('is exact: %s', (source) => {
    expect(findSourceFault(source)).toBeUndefined();
  });

  it.each([
    'FAA, Airplane Flying Handbook, FAA-H-8083-3C, 2021',
    'EASA, Certification Specifications for Large Aeroplanes, CS-25, amendement 27, 2021',
    'Airbus, A318/A319/A320/A321 Flight Crew Training Manual, 2008',
    'Union européenne, règlement (UE) n° 965/2012, 2012',
  ])('of a collection names the part that holds the fact: %s', (source) => {
    expect(findSourceFault(source)).toContain('chapter or the paragraph');
  });

  it('names its year, unless it is a page of a site', () => {
    expect(findSourceFault('Clark, “A Cognitive Approach to Panic”')).toContain('year');
  });
});
