import { useState } from 'react';
import { diffLines } from 'diff';
import type { SessionSource } from '#shared/contract/admin-contents.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useSessionVersion, useSessionVersions } from '../queries.ts';

/**
 * A dialog of a session's saved versions and how each differs from the text in the editor; `onRestore` is called with
 * the one to put into the editor.
 */
export function VersionsDialog({
  id,
  source,
  isOpen,
  onClose,
  onRestore,
}: {
  id: string;
  /** What is in the editor. */
  source: SessionSource;
  isOpen: boolean;
  onClose: () => void;
  onRestore: (source: SessionSource) => void;
}) {
  const { t, i18n } = useTranslation(['studio-sessions', 'admin']);
  const [chosen, setChosen] = useState<number | null>(null);
  const { data, error, refetch } = useSessionVersions(id, isOpen);
  const { data: old } = useSessionVersion(id, isOpen ? chosen : null);
  return (
    <Dialog
      wide
      open={isOpen}
      onClose={onClose}
      title={t('studio-sessions:versions.title')}
      actions={
        old && (
          <Button onClick={() => onRestore(old.source)}>
            {t('studio-sessions:versions.restore', { version: old.version })}
          </Button>
        )
      }
    >
      <LoadState data={data} error={error} refetch={refetch} count={4} />
      {data?.versions.length === 0 && <p>{t('studio-sessions:versions.none')}</p>}
      <ul className="divide-y divide-line">
        {data?.versions.map(({ version, savedAt, by }) => (
          <li key={version}>
            <button
              type="button"
              aria-pressed={version === chosen}
              onClick={() => setChosen(version)}
              className="flex min-h-12 w-full flex-wrap items-baseline gap-x-4 py-2 text-left underline-offset-6 hover:underline aria-pressed:font-medium"
            >
              {t('studio-sessions:version', { version })}
              <span className="text-sm text-ink-2">
                {formatDateTime(new Date(savedAt), i18n.language)} ·{' '}
                {version === 0
                  ? t('studio-sessions:versions.imported')
                  : (by ?? t('admin:audit.erased'))}
              </span>
            </button>
            {old?.version === version && version === chosen && (
              <Differences before={old.source} after={source} />
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** What an old version has that the editor has not, and the other way round, line by line. */
function Differences({ before, after }: { before: SessionSource; after: SessionSource }) {
  const { t } = useTranslation(['studio-sessions', 'common']);
  const parts = [
    { name: t('studio-sessions:facts.title'), sides: [before.facts, after.facts].map(writeFacts) },
    ...LANGUAGES.map((language) => ({
      name: t(`common:language.${language}`),
      sides: [before.scripts[language], after.scripts[language]],
    })),
  ].filter(({ sides: [old, now] }) => old !== now);
  if (parts.length === 0)
    return <p className="pb-3 text-sm text-ink-2">{t('studio-sessions:versions.same')}</p>;
  return parts.map(({ name, sides: [old = '', now = ''] }) => (
    <section key={name} className="pb-4">
      <h3 className="text-sm font-medium">{name}</h3>
      <div className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap">
        {diffLines(old, now)
          .filter(({ added, removed }) => added || removed)
          .map(({ value, removed }, index) => (
            <p
              key={index}
              className={`border-l-2 py-0.5 pl-3 ${removed ? 'border-edge text-ink-2' : 'border-horizon'}`}
            >
              <span className="sr-only">
                {t(removed ? 'studio-sessions:versions.then' : 'studio-sessions:versions.now')}
              </span>
              <span aria-hidden="true">{removed ? '− ' : '+ '}</span>
              {value.trimEnd()}
            </p>
          ))}
      </div>
    </section>
  ));
}

const writeFacts = (facts: SessionSource['facts']) =>
  Object.entries(facts)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('');
