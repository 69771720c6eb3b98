import type { SessionSource } from '#shared/contract/admin-contents.ts';
import { SCRIPT_CATEGORIES, SCRIPT_KINDS } from '#shared/rules/script-timing.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Select } from '#web/ui/field.tsx';

type Choice = Pick<SessionSource['facts'], 'kind' | 'category'>;

/** Two fields of a session: whether it is Load or Flow, and its category. */
export function KindAndCategoryFields({
  kind,
  category,
  onChange,
}: Choice & { onChange: (change: Partial<Choice>) => void }) {
  const { t } = useTranslation(['studio-sessions', 'common']);
  return (
    <>
      <Select
        label={t('studio-sessions:facts.kind')}
        value={kind}
        options={SCRIPT_KINDS.map((value) => ({ value, label: t(`common:kind.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ kind: SCRIPT_KINDS.find((one) => one === value) ?? kind })
        }
      />
      <Select
        label={t('studio-sessions:facts.category')}
        value={category}
        options={SCRIPT_CATEGORIES.map((value) => ({
          value,
          label: t(`common:category.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ category: SCRIPT_CATEGORIES.find((one) => one === value) ?? category })
        }
      />
    </>
  );
}
