import { useTranslation } from 'react-i18next';
import { hasErrorCode } from '#web/lib/api.ts';
import { type FormOptions, useForm } from '#web/lib/use-form.ts';

/** A form (`useForm`) that asks for the current password too, and says that it is missing or wrong. */
export function usePasswordForm<Draft extends { currentPassword: string }>({
  validate,
  describeRefusal,
  ...options
}: FormOptions<Draft>) {
  const { t } = useTranslation('security');
  return useForm<Draft>({
    ...options,
    validate: (draft) => ({
      currentPassword: draft.currentPassword === '' && t('passwordMissing'),
      ...validate?.(draft),
    }),
    describeRefusal: (error) => ({
      currentPassword: hasErrorCode(error, 'wrong_credentials') && t('wrongPassword'),
      ...describeRefusal?.(error),
    }),
  });
}
