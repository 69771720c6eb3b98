import type { SpokenSentence } from '#shared/contract/admin-approvals.ts';
import type { Language } from '#shared/rules/languages.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';

interface SentenceRowProps {
  sentence: SpokenSentence;
  language: Language;
  isCurrent: boolean;
  isPlaying: boolean;
  onPress: () => void;
}

/** A sentence of a recording: pressed, it is played from there. Only the current one is reached by Tab. */
export function SentenceRow({
  sentence,
  language,
  isCurrent,
  isPlaying,
  onPress,
}: SentenceRowProps) {
  const { t } = useTranslation('studio-narration');
  const { text, isNew, take, speed, spoken } = sentence;
  const notes = [
    isNew && t('approve.new'),
    take > 0 && t('approve.take', { take }),
    speed !== null && t('approve.speed', { speed }),
  ].filter(Boolean);
  return (
    <li>
      <button
        type="button"
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onPress}
        className="flex min-h-12 w-full items-start gap-3 py-2.5 text-left -outline-offset-2 aria-[current]:font-medium"
      >
        <span className="mt-0.5 w-5 shrink-0">
          {isCurrent && <Icon name={isPlaying ? 'sound' : 'play'} className="size-5" />}
        </span>
        <span className="min-w-0">
          <span lang={language}>{text}</span>
          {notes.length > 0 && (
            <span className="block text-sm font-normal text-ink-2">{notes.join(' · ')}</span>
          )}
          {spoken !== null && (
            <span lang={language} className="block text-sm font-normal text-ink-2">
              {t('approve.asWritten', { spoken })}
            </span>
          )}
        </span>
      </button>
    </li>
  );
}
