import { describe, expect, it } from 'vitest';
import { buildPublishableOutcomeSentences } from './policy.ts';

const overall = { people: 120, before: 6.1, after: 4.4, change: -1.7, low: -2.2, high: -1.2 };
const measured = { began: 1200, again: 120, left: 1080, overall };

describe('the sentence that may be published', () => {
  it('says how many measured themselves twice, the change with its interval, and how many left', () => {
    expect(buildPublishableOutcomeSentences(measured)).toEqual({
      en: 'Of 1,200 people who rated their fear of flying in Envol, 120 rated it a second time. Among these, mean fear over sixteen areas, on a scale from 0 to 10, went from 6.1 to 4.4: 1.7 points lower (95% confidence interval: 1.2 to 2.2). The other 1,080 did not rate it again, or have left. There was no control group, so this does not show what caused it.',
      fr: 'Sur 1\u202F200 personnes qui ont évalué leur peur de l’avion dans Envol, 120 l’ont évaluée une seconde fois. Chez celles‑ci, la peur moyenne dans seize domaines, sur une échelle de 0 à 10, est passée de 6,1 à 4,4\u00A0: 1,7 point de moins (intervalle de confiance à 95\u00A0%\u00A0: de 1,2 à 2,2). Les 1\u202F080 autres ne l’ont pas évaluée à nouveau, ou sont parties. Il n’y avait pas de groupe témoin\u00A0: ces chiffres ne disent pas d’où vient le changement.',
    });
  });

  it('calls a change none that the interval does not tell from none, and says so of a rise too', () => {
    const none = { ...overall, after: 6, change: -0.1, low: -0.4, high: 0.2 };
    expect(buildPublishableOutcomeSentences({ ...measured, overall: none })?.en).toContain(
      'no change beyond what chance can bring (95% confidence interval of the difference: −0.4 to 0.2)',
    );
    const rise = { ...overall, after: 7, change: 0.9, low: 0.4, high: 1.4 };
    const told = buildPublishableOutcomeSentences({ ...measured, overall: rise });
    expect(told?.en).toContain('0.9 points higher (95% confidence interval: 0.4 to 1.4)');
    expect(told?.fr).toContain(
      '0,9 point de plus (intervalle de confiance à 95\u00A0%\u00A0: de 0,4 à 1,4)',
    );
  });

  it('claims no effect, and never leaves out that there was no control group', () => {
    for (const change of [-1.7, 0, 1.7]) {
      const one = { ...overall, change, low: change - 0.5, high: change + 0.5 };
      const told = buildPublishableOutcomeSentences({ ...measured, left: 0, overall: one });
      expect(told?.en).toContain('no control group');
      expect(told?.fr).toContain('pas de groupe témoin');
      expect(told?.en).not.toMatch(/help|effect|work|prove|thanks to|reduce|improve|success/iu);
      expect(told?.fr).not.toMatch(/aide|effet|marche|prouve|grâce|réduit|amélior|succès/iu);
    }
  });

  it('is not written while fewer than thirty measured themselves twice, or those who left are few', () => {
    expect(
      buildPublishableOutcomeSentences({ ...measured, overall: { ...overall, people: 29 } }),
    ).toBeNull();
    expect(buildPublishableOutcomeSentences({ ...measured, began: null, left: null })).toBeNull();
    expect(buildPublishableOutcomeSentences({ ...measured, overall: null })).toBeNull();
  });
});
