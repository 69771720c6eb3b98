import { useEffect, useRef } from 'react';
import type { StudioSession } from '#shared/contract/admin-contents.ts';
import type { Language } from '#shared/rules/languages.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { ProgressBar } from '#web/ui/stats.tsx';
import { isGenerationUnfinished } from '../model.ts';
import { useCancelGeneration, useGenerations, useStartNarration } from '../queries.ts';

interface NarrateProps {
  session: Pick<StudioSession, 'id' | 'version'>;
  language: Language;
  disabled: boolean;
  /** The recording is there. */
  onDone: () => void;
}

/**
 * A button that requests a synthesised narration of the saved script, and its progress; nothing where no voice is set
 * up.
 */
export function NarrateButton({
  session: { id, version },
  language,
  disabled,
  onDone,
}: NarrateProps) {
  const { t } = useTranslation('studio-generation');
  const describeError = useErrorMessage();
  const { data } = useGenerations();
  const start = useStartNarration(id);
  const cancel = useCancelGeneration();
  const watched = useRef<string | null>(null);
  const latest = data?.generations.find(
    (one) => one.kind === 'narration' && one.contentId === id && one.language === language,
  );
  const isRunning = latest !== undefined && isGenerationUnfinished(latest);
  useEffect(() => {
    if (!latest) return;
    if (isGenerationUnfinished(latest)) watched.current = latest.id;
    else if (watched.current === latest.id) {
      watched.current = null;
      if (latest.state === 'done') onDone();
    }
  }, [latest, onDone]);
  if (!data || data.speaker === null) return null;
  return (
    <>
      {isRunning ? (
        <Button variant="quiet" onClick={() => cancel.mutate(latest.id)}>
          {t('works.cancel')}
        </Button>
      ) : (
        <Button
          variant="quiet"
          busy={start.isPending}
          disabled={disabled}
          onClick={() => start.mutate({ version, language })}
        >
          {t('narration.start')}
        </Button>
      )}
      {isRunning && (
        <span className="grid basis-full gap-1">
          <ProgressBar value={latest.done} max={latest.total} label={t('works.progress')} />
          <output className="block text-sm text-ink-2">
            {t('steps.narration', { done: latest.done, total: latest.total })}
          </output>
        </span>
      )}
      {!isRunning && latest?.failure && <FieldError>{t(`failures.${latest.failure}`)}</FieldError>}
      {start.error && <FieldError>{describeError(start.error)}</FieldError>}
    </>
  );
}
