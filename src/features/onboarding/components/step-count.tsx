import { useTranslation } from 'react-i18next';
import { COUNTED, type Step } from '../model.ts';

/** Where the person is on the way, such as "Step 2 of 5". */
export function StepCount({ step }: { step: Step }) {
  const { t } = useTranslation('onboarding');
  return t('step', { index: COUNTED.indexOf(step) + 1, total: COUNTED.length });
}
