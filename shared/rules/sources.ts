/** Collections in which nobody finds a fact by the title alone: a handbook, a set of rules. */
const COLLECTIONS =
  /FAA-H-\d|CS-25|Aeronautical Information Manual|Flight Crew Training Manual|Annexe? 6|Annexe? 13|Doc 8168|(?:Regulation|règlement) \((?:EU|UE)\)|\bCFR\b/u;
/** Where in it: a chapter, a section, a paragraph such as 25.107 or 5-3-8, a rule such as ORO.FC.230, a named part. */
const PART =
  /chapters? \d|chapitres? \d|section \d|appendi(?:x|ce) \d|Annex(?:e)? [IV]+\b|\b\d+\.\d+\b|\b\d-\d-\d\b|[A-Z\d]+\.[A-Z.]+\d|\((?:noise abatement|procédures de départ|départ à moindre bruit)|(?:Ab)?[Nn]ormal Operations/u;
/** Documents that carry their date in another way: a page of a site, a handbook without an edition, an amending rule. */
const DATED = /\b(?:19|20)\d\d\b|[a-z]\.(?:uk|com|org|gov)\b|Quick Reference Handbook/u;

/**
 * Says what is missing in a source for somebody who wants to look the fact up: the part of a collection, or the year.
 * Undefined: nothing.
 */
export function findSourceFault(source: string): string | undefined {
  if (!DATED.test(source)) return `Name the year of "${source}"`;
  if (COLLECTIONS.test(source) && !PART.test(source))
    return `Name the chapter or the paragraph of "${source}"`;
  return undefined;
}
