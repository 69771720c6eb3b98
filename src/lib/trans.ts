import type { ReactElement, ReactNode } from 'react';
import { Trans as I18nextTrans } from 'react-i18next';
import type { Namespaces, TextKey, Translate, Values } from './translation.ts';

/** i18next's component for a text with elements inside it, with our catalogues' keys as its types. */
export const Trans = I18nextTrans as unknown as <Names extends Namespaces>(props: {
  t: Translate<Names>;
  i18nKey: TextKey<Names>;
  values?: Values;
  components: readonly ReactElement[] | Record<string, ReactElement>;
}) => ReactNode;
