import { useState } from 'react';
import type { SessionSource, StudioSession } from '#shared/contract/admin-contents.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import {
  type PublicationStateChange,
  useChangePublicationState,
} from '../hooks/use-change-publication-state.ts';
import { DeleteSessionButton } from './delete-session-button.tsx';
import { ExportSessionButton } from './export-session-button.tsx';
import { DoubtfulRecordingDialog, LostRecordingDialog } from './publish-dialogs.tsx';
import { ScheduleDialog, UnpublishDialog } from './session-state-dialogs.tsx';
import { VersionsDialog } from './versions.tsx';

interface SessionBarProps {
  stored: StudioSession;
  source: SessionSource;
  isChanged: boolean;
  /** Whether the server keeps all that is written and not saved. */
  isAutosaved: boolean;
  isSaving: boolean;
  /** Another admin has saved: nothing is saved before it is settled. */
  isBlocked: boolean;
  /** How many findings keep it from being published. */
  faults: number;
  onSave: () => void;
  onState: (session: StudioSession) => void;
  onConflict: (error: Error) => void;
  onRestore: (source: SessionSource) => void;
}

type OpenDialog = 'schedule' | 'versions' | 'unpublish' | 'lost' | 'doubtful' | null;

/**
 * The bar above an edited session: its publication state, with buttons to save, publish, schedule, unpublish and see its
 * versions.
 */
export function SessionPublicationBar(props: SessionBarProps) {
  const { stored, isChanged, isSaving, isBlocked, faults, onSave, onConflict } = props;
  const { version } = stored;
  const { t } = useTranslation(['studio-sessions', 'ui']);
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = () => setOpen(null);
  const describeError = useErrorMessage();
  const onDone = (session: StudioSession) => {
    props.onState(session);
    close();
  };
  // What was refused until an admin answers about recordings.
  const [refused, setRefused] = useState<PublicationStateChange | null>(null);
  const change = useChangePublicationState(stored, {
    onDone,
    onConflict,
    onAsk: (about, body) => {
      setRefused(body);
      setOpen(about);
    },
  });
  const answer = (said: { losesRecordings: true } | { confirmsRecordings: true }) => {
    if (refused?.state === 'published') change.set({ ...refused, ...said });
    if (refused?.state === 'scheduled') change.set({ ...refused, ...said });
  };
  const mayPublish =
    stored.id !== '' && !isChanged && !isBlocked && faults === 0 && !isShown(stored);
  return (
    <>
      <div
        data-studio-bar=""
        className="contents wide:flex wide:flex-wrap wide:items-center wide:justify-end wide:gap-x-5 wide:py-1"
      >
        <SessionStatus {...props} />
        {/* On a phone a long script is saved and published from anywhere in it. */}
        <div className="top-0 z-10 flex flex-wrap items-center gap-3 bg-ground py-2 max-wide:-mx-5 max-wide:px-5 max-wide:tall:sticky wide:order-last wide:bg-transparent wide:py-0">
          <Button busy={isSaving} disabled={!isChanged || isBlocked} onClick={onSave}>
            {t('ui:actions.save')}
          </Button>
          <Button
            variant="secondary"
            busy={change.isPending}
            disabled={!mayPublish}
            onClick={() => change.set({ version, state: 'published' })}
          >
            {t('studio-sessions:publish')}
          </Button>
        </div>
        <FurtherActions
          stored={stored}
          mayPublish={mayPublish}
          onUnschedule={() => change.set({ version, state: 'draft' })}
          onConflict={onConflict}
          onOpen={setOpen}
        />
      </div>
      {change.error && !isBlocked && open !== 'lost' && open !== 'doubtful' && (
        <div className="mb-6">
          <Notice tone="refusal">{describeError(change.error)}</Notice>
        </div>
      )}
      <ScheduleDialog
        isOpen={open === 'schedule'}
        isBusy={change.isPending}
        onClose={close}
        onChoose={(moment) => change.set({ version, state: 'scheduled', publishAt: moment })}
      />
      {open === 'lost' && (
        <LostRecordingDialog
          stored={stored}
          isBusy={change.isPending}
          onClose={close}
          onConfirm={() => answer({ losesRecordings: true })}
        />
      )}
      {open === 'doubtful' && (
        <DoubtfulRecordingDialog
          stored={stored}
          isBusy={change.isPending}
          onClose={close}
          onConfirm={() => answer({ confirmsRecordings: true })}
        />
      )}
      <UnpublishDialog
        isOpen={open === 'unpublish'}
        isBusy={change.isPending}
        onClose={close}
        onConfirm={() => change.set({ version, state: 'unpublished' })}
      />
      <VersionsDialog
        id={stored.id}
        source={props.source}
        isOpen={open === 'versions'}
        onClose={close}
        onRestore={(source) => {
          props.onRestore(source);
          close();
        }}
      />
    </>
  );
}

/** Returns whether people see the session as it is stored. */
const isShown = ({ state, version, publishedVersion }: StudioSession): boolean =>
  state === 'published' && publishedVersion === version;

/** The publication state of a session in a line, with what is unsaved and how many findings there are. */
function SessionStatus({
  stored,
  isChanged,
  isAutosaved,
  faults,
}: Pick<SessionBarProps, 'stored' | 'isChanged' | 'isAutosaved' | 'faults'>) {
  const { t, i18n } = useTranslation(['studio-sessions', 'admin']);
  const { state, version, publishAt } = stored;
  const at = publishAt ? formatDateTime(new Date(publishAt), i18n.language) : '';
  return (
    <p className="mb-1 text-sm text-ink-2 wide:mr-auto wide:mb-0">
      <span className="font-medium text-ink">
        {t(`studio-sessions:states.${state}`)}
        {at && ` ${t('studio-sessions:at', { at })}`}
      </span>
      {stored.id !== '' && ` · ${t('studio-sessions:version', { version })}`}
      {state === 'published' && !isShown(stored) && ` · ${t('studio-sessions:changed')}`}
      {isChanged && ` · ${t(isAutosaved ? 'admin:autosaved' : 'admin:unsaved')}`}
      {faults > 0 && (
        <span className="text-notice"> · {t('studio-sessions:faults', { count: faults })}</span>
      )}
    </p>
  );
}

/** The bar's quieter buttons: to schedule a session or not, see its versions, export and unpublish it. */
function FurtherActions({
  stored,
  mayPublish,
  onUnschedule,
  onConflict,
  onOpen,
}: {
  stored: StudioSession;
  mayPublish: boolean;
  onUnschedule: () => void;
  onConflict: (error: Error) => void;
  onOpen: (dialog: OpenDialog) => void;
}) {
  const { t } = useTranslation('studio-sessions');
  return (
    <div className="mb-6 flex flex-wrap gap-x-5 text-sm wide:mb-0">
      {stored.state === 'scheduled' ? (
        <Button variant="quiet" onClick={onUnschedule}>
          {t('unschedule')}
        </Button>
      ) : (
        <Button variant="quiet" disabled={!mayPublish} onClick={() => onOpen('schedule')}>
          {t('schedule.open')}
        </Button>
      )}
      {stored.id !== '' && (
        <>
          <Button variant="quiet" onClick={() => onOpen('versions')}>
            {t('versions.open')}
          </Button>
          <ExportSessionButton session={stored} />
          {stored.publishedAt === null && (
            <DeleteSessionButton stored={stored} onConflict={onConflict} />
          )}
          {stored.state === 'published' && (
            <Button variant="quiet" onClick={() => onOpen('unpublish')}>
              {t('unpublish.open')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
