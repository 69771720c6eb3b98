import type { StudioRecording } from '#shared/contract/admin-contents.ts';
import { formatClock } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';

/** What makes it doubtful that a recording is of its script; nothing without a doubt. */
export function RecordingDoubts({ recording: { doubts } }: { recording: StudioRecording }) {
  const { t } = useTranslation('studio-sessions');
  if (doubts.length === 0) return null;
  return (
    <div className="flex gap-2 text-sm text-notice">
      <Icon name="notice" className="size-5 shrink-0" />
      <div>
        <p>{t('recording.doubts.title')}</p>
        <ul className="list-disc pl-5">
          {doubts.map(({ kind, found, expected }) => {
            const isCount = kind === 'sentences' || kind === 'pauses';
            const say = (value: number) => (isCount ? String(value) : formatClock(value));
            return (
              <li key={kind}>
                {t(`recording.doubts.${kind}`, { found: say(found), expected: say(expected) })}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
