import type { Outcomes } from '#shared/contract/outcomes.ts';
import type { Language } from '#shared/contract/fields.ts';
import { PRODUCT_NAME } from '#shared/product.ts';

/** Of fewer people than this nothing is published: their mean is too uncertain to tell strangers. */
const MIN_PUBLISHED_PEOPLE = 30;

type Measured = Pick<Outcomes, 'began' | 'again' | 'left' | 'overall'>;

/**
 * Writes the sentences that may be published about the outcomes, in both languages; null while there are too few people. They
 * say how many left and that there was no control group: a change before and after, and no effect.
 */
export function buildPublishableOutcomeSentences({
  began,
  again,
  left,
  overall,
}: Measured): Outcomes['publishable'] {
  if (began === null || again === null || left === null || !overall) return null;
  if (overall.people < MIN_PUBLISHED_PEOPLE) return null;
  const { before, after, change, low, high } = overall;
  const write = (language: Language) => {
    const number = new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    });
    const count = new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB');
    // A change that the interval does not tell from none is called none.
    const isTold = high < 0 || low > 0;
    const ends = (isTold ? [Math.abs(low), Math.abs(high)] : [low, high]).toSorted((a, b) => a - b);
    const [from = '', to = ''] = ends.map((end) => number.format(end).replace('-', '−'));
    return SENTENCES[language]({
      began: count.format(began),
      again: count.format(again),
      left: left === 0 ? null : count.format(left),
      before: number.format(before),
      after: number.format(after),
      points: number.format(Math.abs(change)),
      isPlural: new Intl.PluralRules(language).select(Math.abs(change)) !== 'one',
      from,
      to,
      direction: isTold ? (change < 0 ? 'lower' : 'higher') : 'none',
    });
  };
  return { en: write('en'), fr: write('fr') };
}

interface Figures {
  began: string;
  again: string;
  left: string | null;
  before: string;
  after: string;
  points: string;
  isPlural: boolean;
  from: string;
  to: string;
  direction: 'lower' | 'higher' | 'none';
}

const SENTENCES: Record<Language, (figures: Figures) => string> = {
  en: ({ began, again, left, before, after, points, from, to, direction }) =>
    [
      `Of ${began} people who rated their fear of flying in ${PRODUCT_NAME}, ${again} rated it a second time.`,
      `Among these, mean fear over sixteen areas, on a scale from 0 to 10, went from ${before} to ${after}:`,
      direction === 'none'
        ? `no change beyond what chance can bring (95% confidence interval of the difference: ${from} to ${to}).`
        : `${points} points ${direction} (95% confidence interval: ${from} to ${to}).`,
      ...(left === null ? [] : [`The other ${left} did not rate it again, or have left.`]),
      'There was no control group, so this does not show what caused it.',
    ].join(' '),
  fr: ({ began, again, left, before, after, points, isPlural, from, to, direction }) =>
    [
      `Sur ${began} personnes qui ont évalué leur peur de l’avion dans ${PRODUCT_NAME}, ${again} l’ont évaluée une seconde fois.`,
      `Chez celles‑ci, la peur moyenne dans seize domaines, sur une échelle de 0 à 10, est passée de ${before} à ${after}\u00A0:`,
      direction === 'none'
        ? `aucun changement au‑delà de ce que peut le hasard (intervalle de confiance à 95\u00A0% de la différence\u00A0: de ${from} à ${to}).`
        : `${points} ${isPlural ? 'points' : 'point'} de ${direction === 'lower' ? 'moins' : 'plus'} (intervalle de confiance à 95\u00A0%\u00A0: de ${from} à ${to}).`,
      ...(left === null
        ? []
        : [`Les ${left} autres ne l’ont pas évaluée à nouveau, ou sont parties.`]),
      'Il n’y avait pas de groupe témoin\u00A0: ces chiffres ne disent pas d’où vient le changement.',
    ].join(' '),
};
