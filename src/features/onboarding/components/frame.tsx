import type { ReactNode } from 'react';
import { useProfile } from '#web/features/account/queries.ts';
import { Logo } from '#web/features/art/components/logo.tsx';
import { HelpButton } from '#web/features/help/components/help-button.tsx';
import { useTranslation } from '#web/lib/translation.ts';
import type { FormFrameState } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { COUNTED_ONBOARDING_STEPS, type OnboardingStep } from '../model.ts';

const WIDE = 'max-w-6xl wide:px-8';

/** The frame around each step of onboarding: the product's name, help, one column. */
export function OnboardingPageFrame({
  children,
  footer,
  wide = false,
}: {
  children: ReactNode;
  /** Rendered at the end of the page on every step. */
  footer?: ReactNode;
  wide?: boolean;
}) {
  return (
    <>
      <header
        className={`mx-auto flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4 ${WIDE}`}
      >
        <Logo />
        <HelpButton />
      </header>
      <div
        className={`settle mx-auto flex w-full grow flex-col px-5 pt-6 sm:pt-12 sm:pb-12 ${wide ? WIDE : 'max-w-xl'}`}
      >
        {children}
        {footer}
      </div>
    </>
  );
}

/** A step of onboarding as a form: its content, then its primary action, sticky on a phone. */
export function StepForm({
  form,
  errorTitle,
  children,
  submit,
  other,
  below,
  readFirst = false,
}: {
  form: FormFrameState;
  /** The title of why it failed. */
  errorTitle?: string;
  children: ReactNode;
  /** The label of the primary action, which alone is sticky, so that it covers little. */
  submit: string;
  /** Rendered beside it. */
  other?: ReactNode;
  /** Rendered after the actions, not sticky. */
  below?: ReactNode;
  /** Places the actions after the text instead of sticky, for text that must be read first. */
  readFirst?: boolean;
}) {
  return (
    <form {...form.props} className="flex grow flex-col sm:grow-0">
      <div className="grow pb-6">
        {children}
        {form.failure && (
          <div className="mt-6">
            <Notice tone="refusal" title={errorTitle}>
              {form.failure}
            </Notice>
          </div>
        )}
      </div>
      <StepActions held={!readFirst} below={below}>
        <Button type="submit" wide busy={form.isPending}>
          {submit}
        </Button>
        {other}
      </StepActions>
    </form>
  );
}

// Not sticky on low screens, where it would cover the question.
const STICKY_CLASS = 'bottom-(--banner) z-10 bg-ground max-sm:[@media(min-height:46rem)]:sticky';

/** The primary action of a step of onboarding: sticky at the bottom on a phone, in the flow on larger screens. */
export function StepActions({
  children,
  below,
  held = true,
}: {
  children: ReactNode;
  below?: ReactNode;
  held?: boolean;
}) {
  const bottom = 'pb-[max(1.25rem,env(safe-area-inset-bottom))]';
  return (
    <>
      <div
        className={`${held ? STICKY_CLASS : ''} -mx-5 grid gap-3 px-5 pt-3 sm:mx-0 sm:mt-4 sm:px-0 ${below ? 'pb-3' : bottom}`}
      >
        {children}
      </div>
      {below && <div className={`grid gap-3 ${bottom}`}>{below}</div>}
    </>
  );
}

/** The progress in onboarding, such as "Step 2 of 5"; nothing when the assessment is retaken. */
export function StepCount({ step }: { step: OnboardingStep }) {
  const { t } = useTranslation('onboarding');
  if (useProfile().onboardingComplete) return null;
  return t('step', {
    index: COUNTED_ONBOARDING_STEPS.indexOf(step) + 1,
    total: COUNTED_ONBOARDING_STEPS.length,
  });
}
