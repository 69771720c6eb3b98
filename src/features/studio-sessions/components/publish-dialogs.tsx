import type { StudioSession } from '#shared/contract/admin-contents.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { useStartNarration } from '#web/features/studio-generation/queries.ts';
import { useMissingNarrations } from '#web/features/studio-narration/queries.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { RecordingDoubts } from './recording-doubts.tsx';

interface PublishDialogProps {
  stored: StudioSession;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/**
 * Asks what is to become of recordings that say the former words: have what has changed spoken, and publish then, or
 * publish without them.
 */
export function LostRecordingDialog({ stored, isBusy, onClose, onConfirm }: PublishDialogProps) {
  const { t } = useTranslation(['studio-sessions', 'common', 'ui']);
  const { toast } = useToast();
  const describeError = useErrorMessage();
  const plan = useMissingNarrations();
  const start = useStartNarration(stored.id);
  const lost = LANGUAGES.flatMap(
    (language) =>
      plan.data?.missing.filter(
        (one) => one.contentId === stored.id && one.language === language,
      ) ?? [],
  );
  const canSpeak = plan.data != null && plan.data.speaker !== null && lost.length > 0;
  async function speak(): Promise<void> {
    for (const { language } of lost)
      await start.mutateAsync({ version: stored.version, language, publishes: true });
    toast({ title: t('studio-sessions:lost.started') });
    onClose();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('studio-sessions:lost.title')}
      actions={
        <>
          {canSpeak && (
            // The mutation keeps the error, which is shown.
            <Button busy={start.isPending} onClick={() => void speak().catch(() => {})}>
              {t('studio-sessions:lost.speak')}
            </Button>
          )}
          <Button variant="secondary" busy={isBusy} onClick={onConfirm}>
            {t('studio-sessions:lost.drop')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('ui:actions.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('studio-sessions:lost.text')}</p>
      <ul className="my-3 list-disc pl-5">
        {lost.map(({ language, unspoken, characters }) => (
          <li key={language}>
            {t(`studio-sessions:lost.${canSpeak ? 'line' : 'unknown'}`, {
              language: t(`common:language.${language}`),
              count: unspoken,
              characters,
            })}
          </li>
        ))}
      </ul>
      {canSpeak && <p className="text-ink-2">{t('studio-sessions:lost.speakText')}</p>}
      {start.error && <Notice tone="refusal">{describeError(start.error)}</Notice>}
    </Dialog>
  );
}

/** Asks whether doubtful recordings are right, with the reason for each doubt. */
export function DoubtfulRecordingDialog({
  stored,
  isBusy,
  onClose,
  onConfirm,
}: PublishDialogProps) {
  const { t } = useTranslation(['studio-sessions', 'common', 'ui']);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('studio-sessions:doubtful.title')}
      actions={
        <>
          <Button onClick={onClose}>{t('ui:actions.cancel')}</Button>
          <Button variant="secondary" busy={isBusy} onClick={onConfirm}>
            {t('studio-sessions:doubtful.confirm')}
          </Button>
        </>
      }
    >
      {LANGUAGES.map((language) => {
        const recording = stored.recordings[language];
        if (!recording?.fits || recording.doubts.length === 0) return null;
        return (
          <section key={language} className="mt-3">
            <h3 className="text-base font-medium">{t(`common:language.${language}`)}</h3>
            <RecordingDoubts recording={recording} />
          </section>
        );
      })}
    </Dialog>
  );
}
