import { useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import type { ListedSession } from '#shared/contract/admin-contents.ts';
import { SCRIPT_CATEGORIES, SCRIPT_KINDS } from '#shared/rules/script-timing.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { PagedList } from '#web/features/admin/components/paged-list.tsx';
import { BulkBar } from '#web/features/studio-bulk/components/bulk-bar.tsx';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { AddLink } from '#web/features/admin/components/place-links.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { InlineSelect, TextField } from '#web/ui/field.tsx';
import { SESSION_NEED_FILTERS, SESSION_STATES } from '../model.ts';
import { type SessionListFilter, useSessionList } from '../queries.ts';
import { SessionImportExport } from './session-import-export.tsx';

/** The admins' list of all sessions with their states, to search, filter and sort. */
export function SessionList() {
  const { t } = useTranslation('studio-sessions');
  const [filter, setFilter] = useState<SessionListFilter>({ search: '', sort: 'updated' });
  return (
    <StudioFrame
      page="content"
      title={t('title')}
      lead={t('lead')}
      action={
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <AddLink href={paths.studioSession('new')}>{t('add')}</AddLink>
          <SessionImportExport />
          <Link
            href={paths.studioWords()}
            className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-6 hover:decoration-current"
          >
            {t('words.open')}
          </Link>
          <Link
            href={`${paths.studioSessions()}?numbers`}
            className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-6 hover:decoration-current"
          >
            {t('numbers.open')}
          </Link>
        </div>
      }
    >
      <Filters filter={filter} onChange={setFilter} />
      <Found filter={useDeferredValue(filter)} />
    </StudioFrame>
  );
}

function Filters({
  filter,
  onChange,
}: {
  filter: SessionListFilter;
  onChange: (filter: SessionListFilter) => void;
}) {
  const { t } = useTranslation(['studio-sessions', 'common']);
  const all = { value: '', label: t('studio-sessions:filter.all') };
  const choose = (name: 'state' | 'kind' | 'category' | 'needs', value: string) => {
    const { [name]: _, ...rest } = filter;
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <search className="block">
      <TextField
        type="search"
        label={t('studio-sessions:filter.search')}
        value={filter.search ?? ''}
        maxLength={200}
        onChange={({ currentTarget }) => onChange({ ...filter, search: currentTarget.value })}
      />
      <div className="mt-2 flex flex-wrap gap-x-8">
        <InlineSelect
          label={t('studio-sessions:filter.state')}
          value={filter.state ?? ''}
          options={[
            all,
            ...SESSION_STATES.map((value) => ({
              value,
              label: t(`studio-sessions:states.${value}`),
            })),
          ]}
          onChange={({ currentTarget }) => choose('state', currentTarget.value)}
        />
        <InlineSelect
          label={t('studio-sessions:facts.kind')}
          value={filter.kind ?? ''}
          options={[
            all,
            ...SCRIPT_KINDS.map((value) => ({ value, label: t(`common:kind.${value}`) })),
          ]}
          onChange={({ currentTarget }) => choose('kind', currentTarget.value)}
        />
        <InlineSelect
          label={t('studio-sessions:facts.category')}
          value={filter.category ?? ''}
          options={[
            all,
            ...SCRIPT_CATEGORIES.map((value) => ({ value, label: t(`common:category.${value}`) })),
          ]}
          onChange={({ currentTarget }) => choose('category', currentTarget.value)}
        />
        <InlineSelect
          label={t('studio-sessions:filter.needs')}
          value={filter.needs ?? ''}
          options={[
            all,
            ...SESSION_NEED_FILTERS.map((value) => ({
              value,
              label: t(`studio-sessions:filter.need.${value}`),
            })),
          ]}
          onChange={({ currentTarget }) => choose('needs', currentTarget.value)}
        />
        <InlineSelect
          label={t('studio-sessions:filter.sort')}
          value={filter.sort ?? 'updated'}
          options={(['updated', 'title'] as const).map((value) => ({
            value,
            label: t(`studio-sessions:filter.sorts.${value}`),
          }))}
          onChange={({ currentTarget }) =>
            onChange({ ...filter, sort: currentTarget.value === 'title' ? 'title' : 'updated' })
          }
        />
      </div>
    </search>
  );
}

function Found({ filter }: { filter: SessionListFilter }) {
  const { t } = useTranslation('studio-sessions');
  const list = useSessionList(filter);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const found = list.data?.pages.flatMap((page) => page.sessions) ?? [];
  const toggle = (id: string) =>
    setChosen((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <>
      <PagedList
        query={list}
        getItems={(page) => page.sessions}
        none={t('filter.none')}
        more={t('more')}
      >
        {(sessions) => (
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {sessions.map((session) => (
              <Row
                key={session.id}
                session={session}
                isChosen={chosen.has(session.id)}
                onToggle={() => toggle(session.id)}
              />
            ))}
          </ul>
        )}
      </PagedList>
      <BulkBar
        chosen={found.filter(({ id }) => chosen.has(id))}
        shown={found.length}
        onChooseAll={() => setChosen(new Set(found.map(({ id }) => id)))}
        onChooseNone={() => setChosen(new Set())}
      />
    </>
  );
}

function Row({
  session,
  isChosen,
  onToggle,
}: {
  session: ListedSession;
  isChosen: boolean;
  onToggle: () => void;
}) {
  const { t, i18n } = useTranslation(['studio-sessions', 'common']);
  const { id, slug, title, kind, category, state, isChanged, updatedAt, publishAt } = session;
  const formatAt = (at: string) => formatDateTime(new Date(at), i18n.language);
  return (
    <li className="grid grid-cols-[2.75rem_minmax(0,1fr)] items-center">
      <Checkbox
        label={
          <span className="sr-only">
            {t('studio-sessions:bulk.choose', { title: title || slug })}
          </span>
        }
        checked={isChosen}
        onChange={onToggle}
      />
      <Link
        href={paths.studioSession(id)}
        className="group grid grid-cols-[2.5rem_minmax(0,1fr)] items-center gap-x-5 py-3 sm:grid-cols-[2.5rem_minmax(0,1fr)_minmax(0,16rem)]"
      >
        <SessionArt id={id} kind={kind} className="w-10" />
        <span className="min-w-0">
          <span className="block font-medium underline-offset-6 group-hover:underline">
            {title || slug}
          </span>
          <span className="block text-sm text-ink-2">
            {t(`common:kind.${kind}`)} · {t(`common:category.${category}`)}
          </span>
        </span>
        <span className="text-sm text-ink-2 max-sm:col-start-2">
          <span className={`sm:block ${state === 'published' ? '' : 'font-medium text-ink'}`}>
            {t(`studio-sessions:states.${state}`)}
            {isChanged && ` · ${t('studio-sessions:changed')}`}
          </span>
          <span className="sm:hidden"> · </span>
          {publishAt && state === 'scheduled'
            ? t('studio-sessions:at', { at: formatAt(publishAt) })
            : formatAt(updatedAt)}
        </span>
      </Link>
    </li>
  );
}
