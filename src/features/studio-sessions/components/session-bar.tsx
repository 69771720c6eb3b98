import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionSource, StudioSession } from '#shared/contract/admin-contents.ts';
import { hasErrorCode } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useChangeSessionState } from '../queries.ts';
import { ExportButton } from './export-button.tsx';
import { VersionsDialog } from './versions.tsx';

interface SessionBarProps {
  stored: StudioSession;
  source: SessionSource;
  isChanged: boolean;
  isSaving: boolean;
  /** Somebody else has saved: nothing is saved before it is settled. */
  isBlocked: boolean;
  /** How many findings keep it from being published. */
  faults: number;
  onSave: () => void;
  onState: (session: StudioSession) => void;
  onConflict: () => void;
  onRestore: (source: SessionSource) => void;
}

/**
 * The bar above an edited session: its publication state, with buttons to save, publish, schedule, withdraw and see its
 * versions.
 */
export function SessionBar(props: SessionBarProps) {
  const { stored, isChanged, isSaving, isBlocked, faults, onSave, onState, onConflict } = props;
  const { t, i18n } = useTranslation(['studio-sessions', 'admin', 'ui']);
  const [open, setOpen] = useState<'schedule' | 'versions' | 'withdraw' | null>(null);
  const describeError = useErrorMessage();
  const { toast } = useToast();
  const change = useChangeSessionState(stored.id);
  const { state, version, publishAt, publishedVersion } = stored;
  const isNew = stored.id === '';
  const mayPublish = !isNew && !isChanged && !isBlocked && faults === 0;
  const isShown = state === 'published' && publishedVersion === version;

  function setState(body: Parameters<typeof change.mutate>[0], said: string): void {
    change.mutate(body, {
      onSuccess: (session) => {
        onState(session);
        setOpen(null);
        toast({ title: said });
      },
      onError: (error) => {
        if (hasErrorCode(error, 'conflict')) onConflict();
      },
    });
  }
  const at = publishAt ? formatDateTime(new Date(publishAt), i18n.language) : '';
  return (
    <>
      <p className="mb-1 text-sm text-ink-2">
        <span className="font-medium text-ink">
          {t(`studio-sessions:states.${state}`)}
          {at && ` ${t('studio-sessions:at', { at })}`}
        </span>
        {!isNew && ` · ${t('studio-sessions:version', { version })}`}
        {state === 'published' && !isShown && ` · ${t('studio-sessions:changed')}`}
        {isChanged && ` · ${t('admin:unsaved')}`}
        {faults > 0 && (
          <span className="text-notice"> · {t('studio-sessions:faults', { count: faults })}</span>
        )}
      </p>
      {/* On a phone a long script is saved and published from anywhere in it. */}
      <div className="top-0 z-10 flex flex-wrap items-center gap-3 bg-ground py-2 max-wide:-mx-5 max-wide:px-5 max-wide:tall:sticky">
        <Button busy={isSaving} disabled={!isChanged || isBlocked} onClick={onSave}>
          {t('ui:actions.save')}
        </Button>
        <Button
          variant="secondary"
          busy={change.isPending}
          disabled={!mayPublish || isShown}
          onClick={() =>
            setState({ version, state: 'published' }, t('studio-sessions:said.published'))
          }
        >
          {t('studio-sessions:publish')}
        </Button>
      </div>
      <div className="mb-6 flex flex-wrap gap-x-5">
        {state === 'scheduled' ? (
          <Button
            variant="quiet"
            onClick={() =>
              setState({ version, state: 'draft' }, t('studio-sessions:said.unscheduled'))
            }
          >
            {t('studio-sessions:unschedule')}
          </Button>
        ) : (
          <Button
            variant="quiet"
            disabled={!mayPublish || isShown}
            onClick={() => setOpen('schedule')}
          >
            {t('studio-sessions:schedule.open')}
          </Button>
        )}
        {!isNew && (
          <>
            <Button variant="quiet" onClick={() => setOpen('versions')}>
              {t('studio-sessions:versions.open')}
            </Button>
            <ExportButton session={stored} />
            {state === 'published' && (
              <Button variant="quiet" onClick={() => setOpen('withdraw')}>
                {t('studio-sessions:withdraw.open')}
              </Button>
            )}
          </>
        )}
      </div>
      {change.error && !isBlocked && (
        <div className="mb-6">
          <Notice tone="refusal">{describeError(change.error)}</Notice>
        </div>
      )}
      <ScheduleDialog
        isOpen={open === 'schedule'}
        isBusy={change.isPending}
        onClose={() => setOpen(null)}
        onChoose={(moment) =>
          setState(
            { version, state: 'scheduled', publishAt: moment },
            t('studio-sessions:said.scheduled'),
          )
        }
      />
      <Dialog
        open={open === 'withdraw'}
        onClose={() => setOpen(null)}
        title={t('studio-sessions:withdraw.title')}
        closeLabel={t('ui:actions.close')}
        actions={
          <>
            <Button variant="secondary" onClick={() => setOpen(null)}>
              {t('ui:actions.cancel')}
            </Button>
            <Button
              busy={change.isPending}
              onClick={() =>
                setState({ version, state: 'withdrawn' }, t('studio-sessions:said.withdrawn'))
              }
            >
              {t('studio-sessions:withdraw.confirm')}
            </Button>
          </>
        }
      >
        {t('studio-sessions:withdraw.text')}
      </Dialog>
      <VersionsDialog
        id={stored.id}
        source={props.source}
        isOpen={open === 'versions'}
        onClose={() => setOpen(null)}
        onRestore={(source) => {
          props.onRestore(source);
          setOpen(null);
        }}
      />
    </>
  );
}

function ScheduleDialog({
  isOpen,
  isBusy,
  onClose,
  onChoose,
}: {
  isOpen: boolean;
  isBusy: boolean;
  onClose: () => void;
  onChoose: (publishAt: string) => void;
}) {
  const { t } = useTranslation(['studio-sessions', 'ui']);
  const [moment, setMoment] = useState('');
  const chosen = moment === '' ? null : new Date(moment);
  const isOver = chosen !== null && chosen <= now();
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={t('studio-sessions:schedule.title')}
      closeLabel={t('ui:actions.close')}
      actions={
        <Button
          busy={isBusy}
          disabled={chosen === null || isOver}
          onClick={() => chosen && onChoose(chosen.toISOString())}
        >
          {t('studio-sessions:schedule.confirm')}
        </Button>
      }
    >
      <TextField
        type="datetime-local"
        label={t('studio-sessions:schedule.moment')}
        hint={t('studio-sessions:schedule.hint')}
        error={isOver ? t('studio-sessions:schedule.over') : undefined}
        value={moment}
        onChange={({ currentTarget }) => setMoment(currentTarget.value)}
      />
    </Dialog>
  );
}
