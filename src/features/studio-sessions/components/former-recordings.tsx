import { useState } from 'react';
import type { StudioSession } from '#shared/contract/admin-contents.ts';
import type { Language } from '#shared/rules/languages.ts';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { hasErrorCode } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatClock, formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useRestoreFormerRecording, useFormerRecordings } from '../queries.ts';

interface FormerRecordingsProps {
  stored: StudioSession;
  language: Language;
  isChanged: boolean;
  onSaved: (session: StudioSession) => void;
  onConflict: (error: Error) => void;
}

/** A button that opens what was recorded before in a language, to listen to it and to bring one back. */
export function FormerRecordingsButton(props: FormerRecordingsProps) {
  const { stored, language, isChanged, onSaved, onConflict } = props;
  const { t, i18n } = useTranslation(['studio-sessions']);
  const { toast } = useToast();
  const describeError = useErrorMessage();
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useFormerRecordings(stored.id, isOpen);
  const bring = useRestoreFormerRecording(stored.id);
  const former = data?.recordings.filter((one) => one.language === language);

  async function bringBack(recordingId: string) {
    try {
      onSaved(await bring.mutateAsync({ version: stored.version, recordingId }));
      toast({ title: t('studio-sessions:recording.former.done') });
      setOpen(false);
    } catch (caught) {
      // Any other error is kept by the mutation, and shown.
      if (!hasErrorCode(caught, 'conflict')) return;
      setOpen(false);
      onConflict(caught);
    }
  }
  return (
    <>
      <Button variant="quiet" disabled={isChanged} onClick={() => setOpen(true)}>
        {t('studio-sessions:recording.former.open')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('studio-sessions:recording.former.title')}
      >
        <LoadState data={former} error={error} refetch={refetch} count={3} />
        {former?.length === 0 && <p>{t('studio-sessions:recording.former.none')}</p>}
        <ul className="divide-y divide-line">
          {former?.map(({ id, url, addedAt, durationMs, origin, approvedAt, fits }) => {
            const at = formatDateTime(new Date(addedAt), i18n.language);
            const facts = [
              formatClock(durationMs / 1000),
              t(`studio-sessions:recording.origins.${origin}`),
              approvedAt !== null && t('studio-sessions:recording.former.approved'),
              !fits && t('studio-sessions:recording.former.misfit'),
            ];
            return (
              <li key={id} className="grid gap-2 py-3">
                <p>
                  {at}
                  <span className="text-sm text-ink-2"> · {facts.filter(Boolean).join(' · ')}</span>
                </p>
                {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its words are the script of its time */}
                <audio controls preload="none" src={url} aria-label={at} className="w-full" />
                <div>
                  <Button
                    variant="secondary"
                    busy={bring.isPending}
                    onClick={() => void bringBack(id)}
                  >
                    {t('studio-sessions:recording.former.back')}
                  </Button>
                </div>
              </li>
            );
          })}
        </ul>
        {bring.error && <Notice tone="refusal">{describeError(bring.error)}</Notice>}
      </Dialog>
    </>
  );
}
