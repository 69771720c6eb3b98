import type { ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { LETTER_NAMES, LETTERS_BY_GROUP, type LetterGroup } from '#shared/rules/letters.ts';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Section } from '#web/ui/page.tsx';
import { useEditedLetters } from '../queries.ts';
import { LetterView } from './letter.tsx';

const GROUPS = Object.keys(LETTERS_BY_GROUP) as LetterGroup[];

/** What is emailed when, in one list; with a name in the URL's `letters`, that email. */
export function LettersView({ above }: { above: ReactNode }) {
  const chosen = new URLSearchParams(useSearch()).get('letters');
  const name = LETTER_NAMES.find((one) => one === chosen);
  return name ? <LetterView key={name} name={name} /> : <LetterList above={above} />;
}

function LetterList({ above }: { above: ReactNode }) {
  const { t } = useTranslation('studio-letters');
  const { data } = useEditedLetters();
  return (
    <StudioFrame page="overview" title={t('title')} lead={t('lead')} above={above}>
      {GROUPS.map((group) => (
        <Section key={group} title={t(`groups.${group}`)}>
          <ul className="divide-y divide-line">
            {LETTERS_BY_GROUP[group].map((name) => (
              <li key={name}>
                <Link
                  href={`${paths.admin()}?letters=${name}`}
                  className="flex min-h-11 flex-wrap items-center gap-x-4 py-2 underline-offset-6 hover:underline"
                >
                  {t(`when.${name}`)}
                  {LANGUAGES.filter((language) =>
                    data?.edited.some((one) => one.name === name && one.language === language),
                  ).map((language) => (
                    <span key={language} className="text-sm text-ink-2">
                      {t(`edited.${language}`)}
                    </span>
                  ))}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </StudioFrame>
  );
}
