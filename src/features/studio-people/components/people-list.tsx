import { useState } from 'react';
import { Link } from 'wouter';
import type { ListedPerson } from '#shared/contract/people-list.ts';
import { PagedList } from '#web/features/admin/components/paged-list.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextField } from '#web/ui/field.tsx';
import { type PeopleFilter, usePeopleList } from '../queries.ts';

const STATES = ['onboarding', 'no_pass', 'pass', 'admin'] as const;
const LAST_VISIT_FILTERS = ['7', '30', '90', 'longer'] as const;
/** The fewest characters of a name or an address: the server knows the same. */
const MIN_PART = 3;

/** A list of people by part of a name or address, state and last visit, which asks for its reason first. */
export function PeopleList() {
  const { t } = useTranslation('studio-people');
  const [draft, setDraft] = useState({ part: '', state: '', lastHere: '', reason: '' });
  const [asked, setAsked] = useState<PeopleFilter | null>(null);
  const set = (change: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...change }));
  const part = draft.part.trim();
  const reason = draft.reason.trim();
  const isReady = reason !== '' && (part === '' || part.length >= MIN_PART);
  const all = { value: '', label: t('list.all') };
  const ask = () => {
    const state = STATES.find((one) => one === draft.state);
    const lastHere = LAST_VISIT_FILTERS.find((one) => one === draft.lastHere);
    setAsked({
      reason,
      ...(part !== '' && { part }),
      ...(state && { state }),
      ...(lastHere && { lastHere }),
    });
  };
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-2">{t('list.lead')}</p>
      <form
        className="grid max-w-4xl gap-x-8 gap-y-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) ask();
        }}
      >
        <TextField
          type="search"
          autoComplete="off"
          label={t('list.part')}
          hint={t('list.partHint')}
          value={draft.part}
          maxLength={100}
          onChange={({ currentTarget: { value } }) => set({ part: value })}
        />
        <TextField
          required
          label={t('reason.label')}
          hint={t('reason.hint')}
          value={draft.reason}
          maxLength={300}
          onChange={({ currentTarget: { value } }) => set({ reason: value })}
        />
        <Select
          label={t('list.state')}
          value={draft.state}
          options={[all, ...STATES.map((value) => ({ value, label: t(`list.states.${value}`) }))]}
          onChange={({ currentTarget: { value } }) => set({ state: value })}
        />
        <Select
          label={t('list.lastHere')}
          value={draft.lastHere}
          options={[
            all,
            ...LAST_VISIT_FILTERS.map((value) => ({ value, label: t(`list.lastHereIn.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) => set({ lastHere: value })}
        />
        <div className="sm:col-span-2">
          <Button type="submit" variant="secondary" disabled={!isReady}>
            {t('list.go')}
          </Button>
        </div>
      </form>
      {asked && <Found key={JSON.stringify(asked)} asked={asked} />}
    </>
  );
}

function Found({ asked }: { asked: PeopleFilter }) {
  const { t } = useTranslation('studio-people');
  return (
    <PagedList
      query={usePeopleList(asked)}
      getItems={(page) => page.people}
      none={t('list.none')}
      more={t('list.more')}
    >
      {(people) => (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {people.map((person) => (
            <Row key={person.id} person={person} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function Row({ person: { id, name, email, state, lastActiveAt } }: { person: ListedPerson }) {
  const { t, i18n } = useTranslation('studio-people');
  return (
    <li>
      <Link
        href={paths.studioPerson(id)}
        className="group grid gap-x-6 py-3 sm:grid-cols-[minmax(0,1fr)_16rem]"
      >
        <span className="min-w-0 wrap-anywhere">
          <span className="block font-medium underline-offset-6 group-hover:underline">{name}</span>
          <span className="block text-sm text-ink-2">{email}</span>
        </span>
        <span className="text-sm text-ink-2">
          <span className="sm:block">{t(`list.states.${state}`)}</span>
          <span className="sm:hidden"> · </span>
          {t('account.lastActive')} {formatDateTime(new Date(lastActiveAt), i18n.language)}
        </span>
      </Link>
    </li>
  );
}
