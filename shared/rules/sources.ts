/** Large documents in which a fact cannot be found by the title alone, such as handbooks and regulations. */
const COLLECTIONS =
  /FAA-H-\d|CS-25|Aeronautical Information Manual|Flight Crew Training Manual|Annexe? 6|Annexe? 13|Doc 8168|(?:Regulation|règlement) \((?:EU|UE)\)|\bCFR\b/u;
/**
 * A place in a document: a chapter, a section, a paragraph such as 25.107 or 5-3-8, a rule such as ORO.FC.230, a named
 * part.
 */
const PART =
  /chapters? \d|chapitres? \d|section \d|appendi(?:x|ce) \d|Annex(?:e)? [IV]+\b|\b\d+\.\d+\b|\b\d-\d-\d\b|[A-Z\d]+\.[A-Z.]+\d|\((?:noise abatement|procédures de départ|départ à moindre bruit)|(?:Ab)?[Nn]ormal Operations/u;
/** Sources with a date in another form: a web page, a handbook without an edition, an amending regulation. */
const DATED = /\b(?:19|20)\d\d\b|[a-z\d]\.(?:uk|com|org|gov|eu)\b|Quick Reference Handbook/u;

/**
 * Checks a session's reference to a source; returns a sentence on what is missing to look the fact up (the year, or the
 * part of a collection), or undefined when nothing is.
 */
export function findSourceFault(source: string): string | undefined {
  if (!DATED.test(source)) return `Name the year of "${source}"`;
  if (COLLECTIONS.test(source) && !PART.test(source))
    return `Name the chapter or the paragraph of "${source}"`;
  return undefined;
}
