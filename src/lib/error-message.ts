import { ApiError, isNetworkError } from './api.ts';
import { useTranslation } from './translation.ts';

/**
 * Returns a function that turns an error into a translated message; errors without a known code get the general
 * message.
 */
export function useErrorMessage(): (error: unknown) => string {
  const { t, i18n } = useTranslation('errors');
  return (error) => {
    const code =
      error instanceof ApiError ? (error.isGatewayError ? 'server_error' : error.code) : 'general';
    return i18n.exists(`errors:${code}`) ? t(code as 'general') : t('general');
  };
}

/**
 * Returns a function that turns a failed sign-out into a message: a title, and a detail that says what is safe and
 * names the network if that was the cause.
 */
export function useSignOutErrorMessage(): (error: unknown) => { title: string; detail: string } {
  const { t } = useTranslation('errors');
  return (error) => {
    const isNetwork = isNetworkError(error);
    return {
      title: t('sign_out'),
      detail: isNetwork ? `${t('sign_out_safe')} ${t('network')}` : t('sign_out_safe'),
    };
  };
}

const FIELD_CODES = [
  'out_of_range',
  'too_big',
  'too_small',
  'nothing_visible',
  'control_characters',
  'not_an_email',
] as const;
/** Codes of refusals that are about one field, whatever it is called. */
const ONE_FIELD_CODES = ['password_too_common', 'flight_date_past'] as const;
type OneFieldCode = (typeof ONE_FIELD_CODES)[number];

/** The key of the sentence that says why the server refused a field. */
export type FieldFaultKey =
  | `errors:field.${(typeof FIELD_CODES)[number] | 'invalid'}`
  | `errors:${OneFieldCode}`;

/**
 * Converts an API error to translation keys by field: why the server refused each field of a request's body; empty for
 * any other error. Refusals by a code about one field, such as `password_too_common`, are included if `fieldOf` names
 * that field.
 */
export function getFieldFaultKeys(
  error: unknown,
  fieldOf: Partial<Record<OneFieldCode, string>> = {},
): Record<string, FieldFaultKey> {
  if (!(error instanceof ApiError)) return {};
  const code = ONE_FIELD_CODES.find((one) => one === error.code);
  if (code && fieldOf[code]) return { [fieldOf[code]]: `errors:${code}` };
  return Object.fromEntries(
    Object.entries(error.fields).map(([field, given]) => [
      field,
      `errors:field.${FIELD_CODES.find((code) => code === given) ?? 'invalid'}` as const,
    ]),
  );
}
