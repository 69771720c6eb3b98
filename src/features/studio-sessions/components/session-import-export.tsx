import { useRef, useState } from 'react';
import { now } from '#web/lib/clock.ts';
import { ApiError } from '#web/lib/api.ts';
import { saveAsDownload } from '#web/lib/device.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ProgressBar } from '#web/ui/stats.tsx';
import { buildTarArchive, readChosenFiles, TAR_MIME_TYPE } from '../engine/archive.ts';
import { buildSessionFiles, parseSessionFiles } from '../engine/session-files.ts';
import { fetchAllSessions, fetchRecording, importSession, useRefetchSessions } from '../queries.ts';

/**
 * Buttons of the list of sessions: one opens a dialog that imports sessions from files in the format of the content
 * folder, the other downloads all sessions as an archive.
 */
export function SessionImportExport() {
  const { t } = useTranslation(['studio-sessions']);
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [withRecordings, setWithRecordings] = useState(true);
  const { progress, report, exportAll, importFiles } = useExchange();
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {t('studio-sessions:exchange.open')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('studio-sessions:exchange.title')}
        actions={
          <>
            <Button
              variant="secondary"
              busy={progress !== null}
              onClick={() => input.current?.click()}
            >
              {t('studio-sessions:exchange.import')}
            </Button>
            <Button
              variant="secondary"
              busy={progress !== null}
              onClick={() => void exportAll(withRecordings)}
            >
              {t('studio-sessions:exchange.exportAll')}
            </Button>
          </>
        }
      >
        <p>{t('studio-sessions:exchange.lead')}</p>
        <Checkbox
          className="mt-3"
          label={t('studio-sessions:exchange.withRecordings')}
          detail={t('studio-sessions:exchange.withRecordingsHint')}
          checked={withRecordings}
          onChange={({ currentTarget }) => setWithRecordings(currentTarget.checked)}
        />
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept=".tar,.json,.txt,.mp3,.m4a,.ogg,.wav"
          aria-label={t('studio-sessions:exchange.import')}
          onChange={({ currentTarget }) => {
            const chosen = [...(currentTarget.files ?? [])];
            currentTarget.value = '';
            void importFiles(chosen);
          }}
        />
        {progress && (
          <ProgressBar
            value={progress.done}
            max={progress.total}
            label={t('studio-sessions:exchange.title')}
          />
        )}
        <output className="mt-3 block text-sm wrap-anywhere">
          {report.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </output>
      </Dialog>
    </>
  );
}

/** Returns `exportAll` and `importFiles`, how far the one that runs has come, and what the last one has to say. */
function useExchange() {
  const { t } = useTranslation('studio-sessions');
  const describeError = useErrorMessage();
  const refresh = useRefetchSessions();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [report, setReport] = useState<string[]>([]);

  async function run(work: () => Promise<string[]>): Promise<void> {
    setProgress({ done: 0, total: 1 });
    setReport([]);
    setReport(await work().catch((error: unknown) => [describeError(error)]));
    setProgress(null);
  }

  const exportAll = (withRecordings: boolean) =>
    run(async () => {
      const today = now().toISOString().slice(0, 10);
      const sessions = await fetchAllSessions();
      const files = new Map<string, string | Blob>();
      for (const [done, session] of sessions.entries()) {
        setProgress({ done, total: sessions.length });
        const fetching = withRecordings ? fetchRecording : null;
        for (const [path, content] of await buildSessionFiles(session, today, fetching))
          files.set(path, content);
      }
      saveAsDownload('envol-sessions.tar', TAR_MIME_TYPE, buildTarArchive(files, now()));
      const left = sessions.filter(({ recordings: { en, fr } }) =>
        [en, fr].some((recording) => recording && !recording.fits),
      );
      return [
        t('exchange.exported', { count: sessions.length }),
        ...(withRecordings ? left : []).map(({ slug }) => t('exchange.misfit', { slug })),
      ];
    });

  const importFiles = (chosen: readonly File[]) =>
    run(async () => {
      const files = await readChosenFiles(chosen).catch(() => null);
      if (!files) return [t('exchange.refused')];
      const { sessions, faulty } = await parseSessionFiles(files);
      const lines: string[] = [];
      for (const [done, session] of sessions.entries()) {
        setProgress({ done, total: sessions.length });
        await importSession(session).catch((error: unknown) => {
          const where = error instanceof ApiError ? Object.keys(error.fields).join(', ') : '';
          lines.push(`${session.slug}: ${describeError(error)} ${where}`);
        });
      }
      refresh();
      return [
        t('exchange.imported', { count: sessions.length - lines.length }),
        ...lines,
        ...faulty.map((slug) => t('exchange.faulty', { slug })),
      ];
    });
  return { progress, report, exportAll, importFiles };
}
