import { Combobox } from '#web/ui/combobox.tsx';
import { Field, FieldError, InlineSelect, Select, TextArea, TextField } from '#web/ui/field.tsx';
import { Kept, type Specimen, type Translate } from '../specimen.tsx';

const AIRPORTS = [
  { key: 'CDG', label: 'Paris Charles-de-Gaulle', detail: 'CDG' },
  { key: 'ORY', label: 'Paris Orly', detail: 'ORY' },
];

/** What is typed, or chosen from a list. */
export function listFields(t: Translate): Specimen[] {
  const label = t('auth:email');
  const error = t('notFound.text');
  const options = [
    { value: 'en', label: 'English' },
    { value: 'fr', label: 'Français' },
  ];
  return [
    {
      component: 'TextField',
      states: {
        empty: <TextField label={label} hint={t('auth:passwordHint')} />,
        wrong: <TextField label={label} hint={t('auth:passwordHint')} error={error} />,
        disabled: <TextField label={label} disabled defaultValue="ada@example.org" />,
      },
    },
    {
      component: 'TextArea',
      states: {
        empty: <TextArea label={label} />,
        wrong: <TextArea label={label} error={error} />,
      },
    },
    {
      component: 'Field',
      states: {
        wrong: (
          <Field label={label} error={error}>
            {(ids) => <input {...ids} />}
          </Field>
        ),
      },
    },
    {
      component: 'FieldError',
      states: { shown: <FieldError>{error}</FieldError> },
    },
    {
      component: 'Select',
      states: {
        chosen: <Select label={t('language.label')} options={options} defaultValue="fr" />,
        wrong: <Select label={t('language.label')} options={options} error={error} />,
      },
    },
    {
      component: 'InlineSelect',
      states: {
        plain: <InlineSelect label={t('nav.label')} options={options} />,
        unlabelled: <InlineSelect label={t('nav.label')} hideLabel options={options} />,
      },
    },
    {
      component: 'Combobox',
      states: {
        closed: (
          <Kept initial="">
            {(value, set) => {
              const shown = AIRPORTS.filter(({ label: name }) =>
                name.toLowerCase().includes(value.toLowerCase()),
              );
              return (
                <Combobox
                  label={t('nav.label')}
                  value={value}
                  options={value === '' ? [] : shown}
                  status={String(shown.length)}
                  onType={set}
                  onChoose={set}
                />
              );
            }}
          </Kept>
        ),
      },
    },
  ];
}
