import type { ProgramSource } from '#shared/contract/admin-programs.ts';
import { FEAR_AREAS, type FearArea } from '#shared/rules/fear-areas.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { MainAndOthersFields } from '#web/features/admin/components/main-and-others.tsx';
import type { FieldFaultKey } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { PROGRAM_FIELDS } from '../model.ts';

const AREA_KEYS = FEAR_AREAS.map(({ key }) => key);

/** The form fields of a program's texts and fear areas, both languages side by side. */
export function ProgramTextFields({
  source,
  faults,
  onChange,
}: {
  source: ProgramSource;
  faults: Readonly<Record<string, FieldFaultKey>>;
  onChange: (change: Partial<ProgramSource>) => void;
}) {
  const { t } = useTranslation(['studio-programs', 'common', 'errors', 'areas']);
  const { texts, areas } = source;
  return (
    <>
      <div className="grid gap-x-12 gap-y-10 wide:grid-cols-2">
        {LANGUAGES.map((language) => (
          <fieldset key={language} className="grid min-w-0 content-start gap-5">
            <legend className="mb-4 font-serif text-xl">{t(`common:language.${language}`)}</legend>
            {PROGRAM_FIELDS.map((field) => {
              const fault = faults[`source.texts.${language}.${field}`];
              // A summary is one line that is longer than a field.
              const Control = field === 'title' ? TextField : TextArea;
              return (
                <Control
                  key={field}
                  lang={language}
                  label={t(`studio-programs:program.${field}`)}
                  hint={field === 'summary' ? t('studio-programs:program.summaryHint') : undefined}
                  error={fault && t(fault)}
                  value={texts[language][field]}
                  className={field === 'about' ? 'min-h-48' : ''}
                  onChange={({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
                    onChange({
                      texts: {
                        ...texts,
                        [language]: {
                          ...texts[language],
                          [field]: field === 'summary' ? value.replaceAll(/\s*\n/gu, ' ') : value,
                        },
                      },
                    })
                  }
                />
              );
            })}
          </fieldset>
        ))}
      </div>
      <div className="mt-8">
        <MainAndOthersFields<FearArea>
          main={t('studio-programs:program.mainArea')}
          others={t('studio-programs:program.otherAreas')}
          none={t('studio-programs:program.noArea')}
          values={AREA_KEYS}
          chosen={areas}
          describe={(key) => t(`areas:${key}`)}
          onChange={(chosen) => onChange({ areas: chosen })}
        />
      </div>
    </>
  );
}
