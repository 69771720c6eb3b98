import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { now } from '#web/lib/clock.ts';
import { ApiError } from '#web/lib/api.ts';
import { saveFile } from '#web/lib/device.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/page.tsx';
import { buildArchive, readChosenFiles, TAR_TYPE } from '../engine/archive.ts';
import { buildSessionFiles, parseSessionFiles } from '../model.ts';
import { fetchAllSessions, useImportSession } from '../queries.ts';

/** Imports sessions from files in the format of the content folder, and exports all as an archive. */
export function ImportExport() {
  const { t } = useTranslation('studio-sessions');
  const describeError = useErrorMessage();
  const input = useRef<HTMLInputElement>(null);
  const importSession = useImportSession();
  const [isBusy, setBusy] = useState(false);
  const [report, setReport] = useState<string[]>([]);

  async function exportAll(): Promise<void> {
    setBusy(true);
    try {
      const today = now().toISOString().slice(0, 10);
      const sessions = await fetchAllSessions();
      const files = sessions.flatMap((session) => [...buildSessionFiles(session, today)]);
      saveFile('envol-sessions.tar', TAR_TYPE, buildArchive(new Map(files), now()));
      setReport([t('exchange.exported', { count: sessions.length })]);
    } catch (error) {
      setReport([describeError(error)]);
    }
    setBusy(false);
  }

  async function importFiles(chosen: readonly File[]): Promise<void> {
    setBusy(true);
    const lines: string[] = [];
    const { sessions, faulty } = await readChosenFiles(chosen).then(parseSessionFiles, () => ({
      sessions: [],
      faulty: chosen.map(({ name }) => name),
    }));
    let count = 0;
    for (const session of sessions)
      try {
        await importSession.mutateAsync(session);
        count++;
      } catch (error) {
        const where = error instanceof ApiError ? Object.keys(error.fields).join(', ') : '';
        lines.push(`${session.slug}: ${describeError(error)} ${where}`);
      }
    for (const slug of faulty) lines.push(t('exchange.faulty', { slug }));
    setReport([t('exchange.imported', { count }), ...lines]);
    setBusy(false);
  }

  return (
    <Section title={t('exchange.title')}>
      <p className="max-w-prose text-ink-2">{t('exchange.lead')}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" busy={isBusy} onClick={() => input.current?.click()}>
          {t('exchange.import')}
        </Button>
        <Button variant="secondary" busy={isBusy} onClick={() => void exportAll()}>
          {t('exchange.exportAll')}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept=".tar,.json,.txt"
          aria-label={t('exchange.import')}
          onChange={({ currentTarget }) => {
            const chosen = [...(currentTarget.files ?? [])];
            currentTarget.value = '';
            void importFiles(chosen);
          }}
        />
      </div>
      <output className="mt-3 block text-sm wrap-anywhere">
        {report.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </output>
    </Section>
  );
}
