import { type ReactNode, useDeferredValue, useState } from 'react';
import { isLanguage, LANGUAGES } from '#shared/rules/languages.ts';
import { PagedList } from '#web/features/admin/components/paged-list.tsx';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { formatDate } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { InlineSelect } from '#web/ui/field.tsx';
import { SESSION_TOTAL_SORTS } from '../model.ts';
import { type SessionTotalsFilter, useSessionTotals } from '../queries.ts';
import { SessionTotalsRow } from './session-totals-row.tsx';

const ORDERS = ['highest', 'lowest'] as const;

/** What all people together did with each session, in the order of any figure. */
export function SessionTotalsView({ above }: { above: ReactNode }) {
  const { t, i18n } = useTranslation('studio-sessions');
  const [filter, setFilter] = useState<SessionTotalsFilter>({ sort: 'plays', order: 'highest' });
  const query = useSessionTotals(useDeferredValue(filter));
  const lastDay = query.data?.pages[0]?.lastDay;
  return (
    <StudioFrame
      page="content"
      place="numbers"
      title={t('numbers.title')}
      lead={t('numbers.lead')}
      above={above}
    >
      <Filters filter={filter} onChange={setFilter} />
      {query.data && (
        <p className="mt-1 max-w-prose text-sm text-ink-2">
          {lastDay
            ? t('numbers.counted', {
                day: formatDate(lastDay, i18n.language),
              })
            : t('numbers.notYet')}
        </p>
      )}
      <PagedList
        query={query}
        getItems={(page) => page.sessions}
        none={t('filter.none')}
        more={t('more')}
      >
        {(sessions) => (
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {sessions.map((session) => (
              <SessionTotalsRow key={`${session.id} ${session.language}`} session={session} />
            ))}
          </ul>
        )}
      </PagedList>
    </StudioFrame>
  );
}

function Filters({
  filter,
  onChange,
}: {
  filter: SessionTotalsFilter;
  onChange: (filter: SessionTotalsFilter) => void;
}) {
  const { t } = useTranslation('studio-sessions');
  const { language, ...order } = filter;
  return (
    <search className="flex flex-wrap gap-x-8 *:max-w-full *:min-w-0">
      <InlineSelect
        label={t('filter.sort')}
        value={filter.sort ?? 'plays'}
        options={SESSION_TOTAL_SORTS.map((value) => ({
          value,
          label: t(`numbers.sorts.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) => {
          const sort = SESSION_TOTAL_SORTS.find((one) => one === value);
          if (sort) onChange({ ...filter, sort });
        }}
      />
      <InlineSelect
        hideLabel
        label={t('numbers.direction')}
        value={filter.order ?? 'highest'}
        options={ORDERS.map((value) => ({ value, label: t(`numbers.orders.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, order: value === 'lowest' ? 'lowest' : 'highest' })
        }
      />
      <InlineSelect
        label={t('numbers.language')}
        value={language ?? ''}
        options={[
          { value: '', label: t('filter.all') },
          ...LANGUAGES.map((value) => ({ value, label: t(`numbers.languages.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange(isLanguage(value) ? { ...order, language: value } : order)
        }
      />
    </search>
  );
}
