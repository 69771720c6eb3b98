import type { Brief, Generation } from '#shared/contract/admin-generation.ts';

/** Lengths that can be asked for, in minutes. */
export const DRAFT_MINUTES_CHOICES = [2, 3, 5, 8, 10, 12, 15, 20, 30] as const;

export const INITIAL_BRIEF: Brief = {
  kind: 'flow',
  category: 'meditation',
  areas: ['pre_flight_worry'],
  situation: 'home',
  minutes: 8,
  language: 'en',
  author: '',
  about: '',
};

/** Returns whether a draft or narration requested from an outside service is still waiting or under way. */
export const isGenerationUnfinished = ({ state }: Pick<Generation, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

/** Formats the cost of a generated draft or narration; amounts below 0.1 have four decimals. */
export function formatCost(cost: number, currency: string, language: string): string {
  return new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    style: 'currency',
    currency,
    maximumFractionDigits: cost > 0 && cost < 0.1 ? 4 : 2,
  }).format(cost);
}
