import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Finding } from '#shared/rules/session-findings.ts';

type Translate = TFunction<'studio-sessions'>;

function describe(t: Translate, { code, values, message }: Finding): string {
  const { name } = values;
  const scale = name === 'fear' || name === 'sure' ? { name: t(`scales.${name}`) } : {};
  const key = `findings.${code}` as 'findings.length';
  return t(key, { ...values, ...scale, defaultValue: message ?? code });
}

/**
 * Returns a function that describes a finding in the page's language; by the parser's own message where the catalogue
 * has no text.
 */
export function useDescribeFinding(): (finding: Finding) => string {
  const { t } = useTranslation('studio-sessions');
  return useCallback((finding: Finding) => describe(t, finding), [t]);
}
