import { useTranslation } from 'react-i18next';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import { Select } from '#web/ui/field.tsx';
import { type Answers, type Focus, reportRows, withFocus } from '../model.ts';

/** The two areas to begin with, each with its scene; the strongest stand first in the lists. */
export function FocusFields({
  answers,
  focus,
  onChange,
}: {
  answers: Answers;
  focus: Focus;
  onChange: (focus: Focus) => void;
}) {
  const { t } = useTranslation('assessment');
  const options = reportRows(answers).map(({ area, score }) => ({
    value: area,
    label: t('focus.option', { area: t(`areas.${area}.name`), score }),
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
            onChange={(event) => onChange(withFocus(focus, which, event.target.value as FearArea))}
          />
          <p className="mt-2.5 text-ink-2">{t(`areas.${focus[which]}.scene`)}</p>
        </div>
      ))}
    </div>
  );
}
