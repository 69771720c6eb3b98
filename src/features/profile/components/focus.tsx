import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FocusFields } from '#web/features/assessment/components/focus-fields.tsx';
import type { CompletedAssessment } from '#web/features/assessment/components/report.tsx';
import { type Focus as Chosen, focusOf } from '#web/features/assessment/model.ts';
import { useChooseFocus } from '#web/features/assessment/queries.ts';
import { useRefreshDashboard } from '#web/features/home/queries.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** The two areas to begin with, to be changed without the sixteen questions. */
export function Focus({ completed }: { completed: CompletedAssessment }) {
  const { t } = useTranslation('profile');
  const sentence = useErrorSentence();
  const choose = useChooseFocus();
  const refreshDashboard = useRefreshDashboard();
  const [focus, setFocus] = useState(() => focusOf(completed));
  const isChosen = completed.primaryFocus !== null && completed.secondaryFocus !== null;
  const change = (chosen: Chosen) => (choose.reset(), setFocus(chosen));
  return (
    <form
      data-no-print=""
      className="mt-10 max-w-xl"
      onSubmit={(event) => {
        event.preventDefault();
        choose.mutate(focus, { onSuccess: refreshDashboard });
      }}
    >
      <h3 className="text-lg">{t('focus.heading')}</h3>
      <p className="mt-1 mb-5 text-ink-2">{t(isChosen ? 'focus.lead' : 'focus.proposed')}</p>
      <FocusFields answers={completed.answers} focus={focus} onChange={change} />
      <p aria-live="polite" className="mt-4 min-h-6 text-ink-2">
        {choose.isSuccess ? t('focus.saved') : ''}
      </p>
      {choose.error && <Notice tone="refusal">{sentence(choose.error)}</Notice>}
      <Button type="submit" variant="secondary" className="mt-3" busy={choose.isPending}>
        {t('focus.save')}
      </Button>
    </form>
  );
}
