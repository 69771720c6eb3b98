import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentTranslationStatus } from '#shared/contract/translations.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';

interface StatusRow {
  key: string;
  name: ReactNode;
  total: number;
  languages: ContentTranslationStatus['languages'];
  /** Keys that nothing asks for; null where that can't be. */
  unused: string[] | null;
}

const CELL = 'h-12 border-t border-line pr-4 last:pr-0';

/**
 * A table of how many texts are translated into each language, with a row for each feature or kind of content; missing
 * texts are listed on request.
 */
export function TranslationStatusTable({
  rows,
  totalLabel,
}: {
  rows: StatusRow[];
  totalLabel: string;
}) {
  const { t } = useTranslation(['translations', 'common']);
  const hasUnused = rows.some(({ unused }) => unused !== null);
  const isWhole = rows.every(({ languages }) =>
    LANGUAGES.every((language) => languages[language].missing.length === 0),
  );
  return (
    <>
      {isWhole && <p className="mb-4 text-ink-2">{t('translations:status.whole')}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard */}
      <section tabIndex={0} aria-label={totalLabel} className="overflow-x-auto">
        <table className="w-full min-w-136 text-left text-sm">
          <thead className="text-ink-2">
            <tr>
              <th scope="col" rowSpan={2} className="pr-4 pb-2 align-bottom font-normal">
                {t('translations:status.name')}
              </th>
              <th scope="col" rowSpan={2} className="pr-4 pb-2 align-bottom font-normal">
                {totalLabel}
              </th>
              <th scope="colgroup" colSpan={2} className="pr-4 font-medium text-ink">
                {t('common:language.en')}
              </th>
              <th scope="colgroup" colSpan={3} className="pr-4 font-medium text-ink">
                {t('common:language.fr')}
              </th>
              {hasUnused && (
                <th scope="col" rowSpan={2} className="pb-2 align-bottom font-normal">
                  {t('translations:status.unused')}
                </th>
              )}
            </tr>
            <tr>
              {(['translated', 'missing', 'translated', 'missing', 'equal'] as const).map(
                (what, index) => (
                  <th key={`${what}${index}`} scope="col" className="pr-4 pb-2 font-normal">
                    {t(`translations:status.${what}`)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody className="tabular">
            {rows.map(({ key, name, total, languages: { en, fr }, unused }) => (
              <tr key={key}>
                <th scope="row" className={`${CELL} font-medium`}>
                  {name}
                </th>
                <td className={CELL}>{total}</td>
                <td className={CELL}>{en.translated}</td>
                <Named names={en.missing} isFault />
                <td className={CELL}>{fr.translated}</td>
                <Named names={fr.missing} isFault />
                <Named names={fr.equal} />
                {unused && <Named names={unused} isFault />}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** A number that opens into the names it counts. */
function Named({ names, isFault = false }: { names: string[]; isFault?: boolean }) {
  const { t } = useTranslation('translations');
  if (names.length === 0) return <td className={`${CELL} text-ink-2`}>0</td>;
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the rule takes a cell for a control
    <td className={CELL}>
      <details>
        <summary
          aria-label={`${names.length}. ${t('status.details')}`}
          className={`min-h-11 min-w-11 cursor-pointer py-3 ${isFault ? 'text-notice' : ''}`}
        >
          {names.length}
        </summary>
        <ul className="mb-3 grid gap-0.5 wrap-anywhere text-ink-2">
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </details>
    </td>
  );
}
