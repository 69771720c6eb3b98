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

/** Returns a function that says what a finding is; of a script that can't be read, in the parser's own words where there are no others. */
export function useDescribeFinding(): (finding: Finding) => string {
  const { t } = useTranslation('studio-sessions');
  return useCallback((finding: Finding) => describe(t, finding), [t]);
}
