import { expect, it } from 'vitest';
import { CAUTIONS } from './cautions.ts';

// Read and agreed to as they stand: an author who would say them better asks first.
it('the red flags are said in the words that were agreed to', () => {
  expect(CAUTIONS['red-flags']).toEqual({
    en: 'Pain, pressure or tightness in the chest that stays or spreads. Breathlessness that came suddenly and isn’t like your fear. A faint. One side of the face dropping, an arm that won’t lift, muddled words. A swollen, painful calf. Tell the crew, or call for help, now. You don’t have to be sure.',
    fr: 'Une douleur, un poids ou un serrement dans la poitrine, qui reste ou qui s’étend. Un souffle coupé d’un coup, pas comme dans vos peurs. Une perte de connaissance. Un côté du visage qui tombe, un bras sans force, des mots qui se brouillent. Un mollet gonflé et douloureux. Appelez l’équipage, ou les secours, tout de suite. Pas besoin d’être sûr.',
  });
});

it('nobody in bed is told to call a crew', () => {
  expect(CAUTIONS['red-flags-at-home'].en).not.toMatch(/crew/u);
  expect(CAUTIONS['red-flags-at-home'].fr).not.toMatch(/équipage/u);
});
