import { type ReactNode, useState } from 'react';
import type { StudioSession } from '#shared/contract/admin-contents.ts';
import type { Language } from '#shared/rules/languages.ts';
import { formatBytes } from '#web/features/downloads/model.ts';
import { UploadField } from '#web/features/studio-uploads/components/upload-field.tsx';
import { findSilencesInFile } from '#web/features/studio-uploads/engine/silences.ts';
import { useUpload } from '#web/features/studio-uploads/hooks/use-upload.ts';
import { hasErrorCode } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatClock } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useSetRecording } from '../queries.ts';
import { FormerRecordingsButton } from './former-recordings.tsx';
import { RecordingDoubts } from './recording-doubts.tsx';

const SOUNDS = 'audio/mpeg,audio/mp4,audio/ogg,audio/wav,.mp3,.m4a,.ogg,.wav';

interface RecordingProps {
  stored: StudioSession;
  language: Language;
  /** What is written differs from what is saved: a recording is put to what is saved. */
  isChanged: boolean;
  onSaved: (session: StudioSession) => void;
  onConflict: (error: Error) => void;
  /** Beside the button that adds one. */
  children?: ReactNode;
}

/** The field of a session's recorded narration in one language: plays, replaces or removes it. */
export function RecordingField(props: RecordingProps) {
  const { stored, language, isChanged, onSaved, onConflict, children } = props;
  const { t, i18n } = useTranslation(['studio-sessions', 'common']);
  const [isRemoving, setIsRemoving] = useState(false);
  const { toast } = useToast();
  const describeError = useErrorMessage();
  const change = useSetRecording(stored.id);
  const recording = stored.recordings[language];
  const upload = useUpload(async (file, uploadId) => {
    const silences = await findSilencesInFile(file);
    await save({ uploadId, silences }, t('studio-sessions:recording.added'));
  });

  async function save(
    what: { uploadId: string | null; silences: [number, number][] },
    said: string,
  ) {
    try {
      onSaved(await change.mutateAsync({ version: stored.version, language, ...what }));
      toast({ title: said });
    } catch (error) {
      if (hasErrorCode(error, 'conflict')) onConflict(error);
      throw error;
    }
  }
  const name = t('studio-sessions:recording.title', { language: t(`common:language.${language}`) });
  return (
    <section aria-label={name} className="mt-4 grid gap-2 border-t border-line pt-3">
      <h3 className="text-base font-medium">{t('studio-sessions:recording.heading')}</h3>
      {recording && (
        <>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its words are the script beside it */}
          <audio controls preload="none" src={recording.url} aria-label={name} className="w-full" />
          <p className="text-sm text-ink-2">
            {formatClock(recording.durationMs / 1000)} ·{' '}
            {formatBytes(recording.bytes, i18n.language)} ·{' '}
            {t(`studio-sessions:recording.origins.${recording.origin}`)}
          </p>
          {recording.fits && <RecordingDoubts recording={recording} />}
          {!recording.fits && (
            <p className="flex gap-2 text-sm text-notice">
              <Icon name="notice" className="size-5 shrink-0" />
              {t('studio-sessions:recording.misfit')}
            </p>
          )}
        </>
      )}
      {!recording && <p className="text-sm text-ink-2">{t('studio-sessions:recording.none')}</p>}
      <UploadField
        upload={upload}
        accept={SOUNDS}
        label={t(`studio-sessions:recording.${recording ? 'replace' : 'add'}`)}
        name={name}
        disabled={isChanged || stored.id === ''}
        onChoose={upload.start}
      >
        {upload.phase === 'idle' && children}
        {upload.phase === 'idle' && stored.version > 0 && (
          <FormerRecordingsButton
            stored={stored}
            language={language}
            isChanged={isChanged}
            onSaved={onSaved}
            onConflict={onConflict}
          />
        )}
        {upload.phase === 'idle' && recording && (
          <Button variant="quiet" disabled={isChanged} onClick={() => setIsRemoving(true)}>
            {t('studio-sessions:recording.remove')}
          </Button>
        )}
      </UploadField>
      {(isChanged || stored.id === '') && (
        <p className="text-sm text-ink-2">{t('studio-sessions:recording.saveFirst')}</p>
      )}
      <Dialog
        open={isRemoving}
        onClose={() => setIsRemoving(false)}
        title={t('studio-sessions:recording.removeTitle')}
        actions={
          <Button
            busy={change.isPending}
            // The mutation keeps the error, which is shown.
            onClick={() =>
              void save({ uploadId: null, silences: [] }, t('studio-sessions:recording.removed'))
                .catch(() => {})
                .finally(() => setIsRemoving(false))
            }
          >
            {t('studio-sessions:recording.remove')}
          </Button>
        }
      >
        {t('studio-sessions:recording.removeText')}
      </Dialog>
      {change.error && upload.error === null && (
        <Notice tone="refusal">{describeError(change.error)}</Notice>
      )}
    </section>
  );
}
