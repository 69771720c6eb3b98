import type { FearArea } from '#shared/rules/fear-areas.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Select } from '#web/ui/field.tsx';
import {
  type AssessmentAnswers,
  type FocusAreas,
  buildReportRows,
  changeFocusArea,
} from '../model.ts';

/** Selects for the primary and secondary focus area, strongest areas first, each with its scene. */
export function FocusFields({
  answers,
  focus,
  onChange,
}: {
  answers: AssessmentAnswers;
  focus: FocusAreas;
  onChange: (focus: FocusAreas) => void;
}) {
  const { t } = useTranslation(['assessment', 'areas']);
  const options = buildReportRows(answers).map(({ area, score }) => ({
    value: area,
    label: t('focus.option', { area: t(`areas:${area}`), score }),
  }));
  return (
    <div className="grid gap-7">
      {(['primary', 'secondary'] as const).map((which) => (
        <div key={which}>
          <Select
            label={t(`focus.${which}`)}
            name={which}
            value={focus[which]}
            options={options}
            onChange={(event) =>
              onChange(changeFocusArea(focus, which, event.target.value as FearArea))
            }
          />
          <p className="mt-2.5 text-ink-2">{t(`scenes.${focus[which]}`)}</p>
        </div>
      ))}
    </div>
  );
}
