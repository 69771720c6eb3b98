import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { SpokenSentence } from '#shared/contract/admin-approvals.ts';
import { EditConflictNotice } from '#web/features/admin/components/edit-conflict.tsx';
import { MainAndOthersFields } from '#web/features/admin/components/main-and-others.tsx';
import { PagedList } from '#web/features/admin/components/paged-list.tsx';
import { UnsavedNotices } from '#web/features/admin/components/unsaved.tsx';
import { SentenceRow } from '#web/features/studio-narration/components/sentence-row.tsx';
import { Funnel } from '#web/features/studio-overview/components/funnel.tsx';
import { RecordingDoubts } from '#web/features/studio-sessions/components/recording-doubts.tsx';
import { ScheduleDialog } from '#web/features/studio-sessions/components/session-state-dialogs.tsx';
import { Button } from '#web/ui/button.tsx';
import { Counted, Kept, type Specimen } from '../specimen.tsx';

const SENTENCE: SpokenSentence = {
  text: 'Breathe out.',
  from: 0,
  to: 1200,
  isNew: false,
  take: 0,
  speed: null,
  spoken: null,
};

interface Rows {
  rows: string[];
}

/** A query that has come so far as a state says. */
function buildQuery(state: Partial<UseInfiniteQueryResult<InfiniteData<Rows>>>) {
  return {
    error: null,
    hasNextPage: false,
    isFetchingNextPage: false,
    ...state,
  } as UseInfiniteQueryResult<InfiniteData<Rows>>;
}
const buildPages = (rows: string[]) => ({ data: { pages: [{ rows }], pageParams: [null] } });

function Rows({ query }: { query: UseInfiniteQueryResult<InfiniteData<Rows>> }) {
  return (
    <PagedList query={query} getItems={({ rows }) => rows} none="none" more="more">
      {(items) => <p data-rows="">{items.join(' ')}</p>}
    </PagedList>
  );
}

/** Parts of the studio. */
export const listStudioParts = (): Specimen[] => [
  {
    component: 'PagedList',
    states: {
      loading: <Rows query={buildQuery({})} />,
      failed: (
        <Counted>
          {(count) => (
            <Rows
              query={buildQuery({ error: new Error('500'), refetch: async () => count() as never })}
            />
          )}
        </Counted>
      ),
      empty: <Rows query={buildQuery(buildPages([]))} />,
      more: (
        <Counted>
          {(count) => (
            <Rows
              query={buildQuery({
                ...buildPages(['A', 'B']),
                hasNextPage: true,
                fetchNextPage: async () => count() as never,
              })}
            />
          )}
        </Counted>
      ),
    },
  },
  {
    component: 'EditConflictNotice',
    states: {
      differs: (
        <Counted>
          {(count) => (
            <EditConflictNotice
              lastEdit={{ at: '2027-05-01T09:00:00.000Z', by: 'Grace' }}
              differences={[{ label: 'Title', mine: 'Mine', theirs: '' }]}
              onKeepMine={count}
              onTakeTheirs={() => {}}
            />
          )}
        </Counted>
      ),
      same: (
        <EditConflictNotice
          lastEdit={null}
          differences={[]}
          onKeepMine={() => {}}
          onTakeTheirs={() => {}}
        />
      ),
    },
  },
  {
    component: 'MainAndOthersFields',
    states: Object.fromEntries(
      (['none', 'full'] as const).map((state) => [
        state,
        <Kept key={state} initial={state === 'none' ? [] : ['a', 'b']}>
          {(chosen, onChange) => (
            <MainAndOthersFields
              main="main"
              others="others"
              values={['a', 'b', 'c']}
              chosen={chosen}
              none="none"
              max={2}
              describe={(value) => value.toUpperCase()}
              onChange={onChange}
            />
          )}
        </Kept>,
      ]),
    ),
  },
  {
    component: 'UnsavedNotices',
    states: {
      kept: <UnsavedNotices exit={null} elsewhere={null} onDiscardKept={() => {}} />,
      elsewhere: (
        <UnsavedNotices
          exit={null}
          onDiscardKept={null}
          elsewhere={{
            writtenAt: '2027-05-01T09:00:00.000Z',
            onTake: () => {},
            onDiscard: () => {},
          }}
        />
      ),
      nothing: <UnsavedNotices exit={null} elsewhere={null} onDiscardKept={null} />,
    },
  },
  {
    component: 'SentenceRow',
    states: {
      current: (
        <ul>
          <SentenceRow
            sentence={{ ...SENTENCE, isNew: true, take: 2, spoken: 'Breethe out.' }}
            language="en"
            isCurrent
            isPlaying={false}
            onPress={() => {}}
          />
        </ul>
      ),
      other: (
        <ul>
          <SentenceRow
            sentence={SENTENCE}
            language="en"
            isCurrent={false}
            isPlaying={false}
            onPress={() => {}}
          />
        </ul>
      ),
    },
  },
  {
    component: 'Funnel',
    states: {
      hidden: (
        <Funnel
          funnel={[
            { step: 'joined', count: 40 },
            { step: 'onboarded', count: 10 },
            { step: 'paid', count: null },
          ]}
        />
      ),
    },
  },
  {
    component: 'ScheduleDialog',
    states: {
      closed: (
        <Kept initial={false}>
          {(isOpen, set) => (
            <>
              <Button onClick={() => set(true)}>open</Button>
              <ScheduleDialog
                isOpen={isOpen}
                isBusy={false}
                onClose={() => set(false)}
                onChoose={() => set(false)}
              />
            </>
          )}
        </Kept>
      ),
    },
  },
  {
    component: 'RecordingDoubts',
    states: {
      doubtful: (
        <RecordingDoubts
          recording={{
            url: '/a.mp3',
            bytes: 1,
            durationMs: 1000,
            origin: 'upload',
            spans: [],
            fits: true,
            doubts: [{ kind: 'sentences', found: 3, expected: 4 }],
            addedAt: '2027-05-01T09:00:00.000Z',
          }}
        />
      ),
    },
  },
];
