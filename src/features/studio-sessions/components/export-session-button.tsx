import { useState } from 'react';
import type { StudioSession } from '#shared/contract/admin-contents.ts';
import { now } from '#web/lib/clock.ts';
import { saveAsDownload } from '#web/lib/device.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { buildTarArchive, TAR_MIME_TYPE } from '../engine/archive.ts';
import { buildSessionFiles } from '../engine/session-files.ts';
import { fetchRecording } from '../queries.ts';

/** A button that downloads one session, with its recordings, as an archive. */
export function ExportSessionButton({ session }: { session: StudioSession }) {
  const { t } = useTranslation('studio-sessions');
  const [isBusy, setBusy] = useState(false);
  const describeError = useErrorMessage();
  const { toast } = useToast();
  async function exportSession(): Promise<void> {
    setBusy(true);
    try {
      const today = now().toISOString().slice(0, 10);
      const files = await buildSessionFiles(session, today, fetchRecording);
      saveAsDownload(`${session.slug}.tar`, TAR_MIME_TYPE, buildTarArchive(files, now()));
    } catch (error) {
      toast({ title: describeError(error) });
    }
    setBusy(false);
  }
  return (
    <Button variant="quiet" busy={isBusy} onClick={() => void exportSession()}>
      {t('exchange.export')}
    </Button>
  );
}
