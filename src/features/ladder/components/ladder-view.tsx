import { useState } from 'react';
import { Link } from 'wouter';
import { MAX_LADDER_STEPS } from '#shared/rules/ladder.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import type { LadderStep } from '../model.ts';
import { useQueueLadderChanges } from '../queries.ts';
import { findStepRehearsalDose } from '../hooks/use-step-name.ts';
import { EmptyLadder } from './empty-ladder.tsx';
import { StepDialog } from './step-dialog.tsx';

/** Dragging weighs more than the rest of the page, which does not wait for it. */
const LadderList = createLazyComponent(() => import('./ladder-list.tsx').then((m) => m.LadderList));
void LadderList.preload();

/**
 * Shows the person's whole exposure ladder, with the proposed next step and controls to sort and edit. Rehearsals alone,
 * which are steps as soon as they are begun, are no ladder yet.
 */
export function LadderView({ steps }: { steps: LadderStep[] }) {
  const { t } = useTranslation('ladder');
  usePageTitle(t('title'));
  const { save, refused } = useQueueLadderChanges();
  const [sorting, setSorting] = useState(false);
  const [edited, setEdited] = useState<LadderStep | 'new' | null>(null);
  const isEmpty = steps.every(({ material }) => findStepRehearsalDose(material));
  return (
    <Page className="wide:grid wide:grid-cols-[1fr_1.5fr] wide:grid-rows-[auto_1fr] wide:gap-x-20">
      <PageHeading title={t('title')} lead={t('lead')} />
      <div className="wide:col-start-2 wide:row-span-2">
        {refused && (
          <div className="mb-6">
            <Notice tone="refusal">{t('refused')}</Notice>
          </div>
        )}
        {isEmpty ? (
          // Beside the heading it begins where that does.
          <div className="wide:-mt-8">
            <EmptyLadder
              onAccept={(taken) => save({ steps: taken })}
              onWriteOwn={() => setEdited('new')}
            />
          </div>
        ) : (
          <>
            <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6">
              <h2 className="text-xl">{t('list.count', { count: steps.length })}</h2>
              <Button variant="quiet" aria-pressed={sorting} onClick={() => setSorting(!sorting)}>
                {t(sorting ? 'list.sortDone' : 'list.sort')}
              </Button>
            </div>
            <LadderList
              steps={steps}
              sorting={sorting}
              save={(order) => save({ order })}
              edit={setEdited}
            />
            {steps.length < MAX_LADDER_STEPS && (
              <Button
                variant="secondary"
                className="mt-6"
                icon={<Icon name="plus" className="size-5" />}
                onClick={() => setEdited('new')}
              >
                {t('list.add')}
              </Button>
            )}
          </>
        )}
      </div>
      <p className="max-wide:mt-8 max-wide:border-t max-wide:border-line max-wide:pt-5 wide:row-start-2">
        <Link href={paths.rehearsal()} asChild>
          <ButtonLink variant="quiet">{t('list.rehearse')}</ButtonLink>
        </Link>
      </p>
      {edited && (
        <StepDialog
          step={edited === 'new' ? null : edited}
          onSave={(step) => save({ steps: [step] })}
          onRemove={(id) => save({ removed: [id] })}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}
