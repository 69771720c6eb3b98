import { useTranslation } from 'react-i18next';
import { useProfile } from '#web/features/account/queries.ts';
import { COUNTED, type Step } from '../model.ts';

/** Where the person is on the way, such as "Step 2 of 5"; an assessment taken again is not that way. */
export function StepCount({ step }: { step: Step }) {
  const { t } = useTranslation('onboarding');
  if (useProfile().onboardingComplete) return null;
  return t('step', { index: COUNTED.indexOf(step) + 1, total: COUNTED.length });
}
