import { type ReactNode, useEffect, useId, useRef, type RefObject } from 'react';
import { HelpButton } from '#web/features/help/components/help-button.tsx';
import { FEAR_AREAS, type FearArea } from '#shared/rules/fear-areas.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { ProgressBar } from '#web/ui/stats.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { FearScale } from '#web/ui/fear-scale.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { getIntensityWordKey } from '../model.ts';

interface QuestionProps {
  index: number;
  value: number | null;
  onChange: (area: FearArea, value: number) => void;
  onNext: () => void;
  /** Absent on the first question. */
  onBack?: (() => void) | undefined;
  onLeave: () => void;
  busy?: boolean;
  /** A message to show: no network, or a report that could not be made. */
  notice?: ReactNode;
}

/** One question of the assessment: a scene and the fear scale. Give it the index as key. */
export function AssessmentQuestion(props: QuestionProps) {
  const { index, value, onChange, onNext, busy = false, notice } = props;
  const { t } = useTranslation(['assessment', 'ui']);
  const id = useId();
  const total = FEAR_AREAS.length;
  const { key: area, group } = FEAR_AREAS[index] ?? FEAR_AREAS[0];
  const scene = t(`assessment:scenes.${area}`);
  const ask = t('assessment:question.ask');
  // The answer is kept by the whole assessment.
  const { props: form, faults } = useForm({
    initial: {},
    validate: () => ({ value: value === null && t('assessment:question.missing') }),
    request: { error: null, isPending: busy },
    onSubmit: onNext,
  });
  const missing = faults['value'];
  const choose = (next: number) => onChange(area, next);

  useScaleKeys(form.ref, choose);
  // The scale is focused on mount, so that keys answer at once and its name is announced with the scene.
  useEffect(() => {
    form.ref.current
      ?.querySelector<HTMLInputElement>('input[type=range]')
      ?.focus({ preventScroll: true });
  }, [form.ref]);

  return (
    <form {...form} className="mx-auto flex w-full max-w-lg grow flex-col">
      <TopBar {...props} total={total} />
      <div className="settle flex grow flex-col justify-center pb-2 sm:pb-4">
        <div className="flex min-h-48 flex-col justify-end px-5 pt-4 pb-5 sm:min-h-54 [@media(max-height:44rem)]:pb-1 sm:[@media(max-height:52rem)]:min-h-36">
          <p className="mb-2.5 text-sm font-medium text-load">{t(`assessment:groups.${group}`)}</p>
          <h1 className="text-3xl sm:[@media(max-height:52rem)]:text-2xl">{scene}</h1>
          <p className="mt-3 text-ink-2">{ask}</p>
        </div>
        <FearScale
          label={`${t('assessment:question.ofAloud', { index: index + 1, total })}. ${scene} ${ask}`}
          value={value}
          errorId={missing ? `${id}-error` : undefined}
          onChange={choose}
          lowLabel={t('assessment:question.low')}
          highLabel={t('assessment:question.high')}
          valueText={(level) =>
            t('assessment:question.value', {
              value: level,
              word: t(`assessment:question.words.${getIntensityWordKey(level)}`),
            })
          }
          promptText={t(
            matchMedia('(pointer: coarse)').matches
              ? 'assessment:question.promptTouch'
              : 'assessment:question.promptKeys',
          )}
        />
      </div>
      {notice && <div className="px-5 pb-3">{notice}</div>}
      <div className="max-sm:[@media(min-height:46rem)]:sticky bottom-(--banner) z-10 bg-ground px-5 py-3">
        {missing && (
          <div className="-mt-2 pb-3">
            <FieldError id={`${id}-error`}>{missing}</FieldError>
          </div>
        )}
        <Button type="submit" wide busy={busy} variant={value === null ? 'secondary' : 'primary'}>
          {t(index === total - 1 ? 'assessment:question.finish' : 'ui:actions.next')}
        </Button>
      </div>
      <p className="min-h-12 px-5 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-center text-sm text-ink-2 sm:pb-4 [@media(max-height:42rem)]:min-h-6">
        {t('assessment:question.notDiagnosis')}
      </p>
    </form>
  );
}

function TopBar({ index, total, onBack, onLeave }: QuestionProps & { total: number }) {
  const { t } = useTranslation('assessment');
  const at = { index: index + 1, total };
  return (
    <div>
      <div className="flex items-center gap-x-1 py-3 pr-5 pl-2">
        {onBack && (
          <IconButton label={t('question.back')} onClick={onBack}>
            <Icon name="back" />
          </IconButton>
        )}
        <p className={`tabular grow text-ink-2 ${onBack ? '' : 'pl-3'}`}>
          <span aria-hidden="true">{t('question.of', at)}</span>
          <span className="sr-only">{t('question.ofAloud', at)}</span>
        </p>
        <Button variant="quiet" className="px-3 no-underline" onClick={onLeave}>
          {t('question.leave')}
        </Button>
        <HelpButton isCompact className="max-[27rem]:px-2.5!" />
      </div>
      <div className="px-5">
        <ProgressBar value={index + 1} max={total} label={t('question.progress')} />
      </div>
    </div>
  );
}

/**
 * Handles digit keys and Enter wherever the focus is on the page, as after a click beside the scale. The scale handles
 * its own digits, buttons and dialogs all of their keys.
 */
function useScaleKeys(
  form: RefObject<HTMLFormElement | null>,
  choose: (value: number) => void,
): void {
  const latest = useRef(choose);
  useEffect(() => void (latest.current = choose));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const elsewhere =
        event.target === document.body || form.current?.contains(event.target as Node);
      const plain = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!elsewhere || !plain || document.querySelector('dialog[open]')) return;
      if (/^\d$/.test(event.key)) latest.current(Number(event.key));
      if (event.key !== 'Enter' || !(event.target as Element).matches('body,[type=range]')) return;
      // Chromium submits a form by Enter on a range, Firefox does not: prevented, so that it is not submitted twice.
      event.preventDefault();
      form.current?.requestSubmit();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [form]);
}
