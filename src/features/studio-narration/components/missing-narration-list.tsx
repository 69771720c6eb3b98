import { Link } from 'wouter';
import { formatCost } from '#web/features/studio-generation/model.ts';
import type { ReplyOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** The sessions that people do not hear in a language, in the order in which they meet them. */
export function MissingNarrationList({
  narration,
}: {
  narration: ReplyOf<'GET /api/admin/narration'>;
}) {
  const { t, i18n } = useTranslation(['studio-narration', 'common']);
  const { missing, price, currency } = narration;
  if (missing.length === 0) return <p className="text-lg">{t('studio-narration:complete')}</p>;
  return (
    <section>
      <h2 className="text-lg">{t('studio-narration:missing', { count: missing.length })}</h2>
      <p className="mt-1 text-ink-2">{t('studio-narration:order')}</p>
      <ol className="mt-3 divide-y divide-line border-y border-line">
        {missing.map(({ contentId, title, language, reason, characters }) => (
          <li
            key={`${contentId} ${language}`}
            className="flex flex-wrap items-baseline justify-between gap-x-6 py-1"
          >
            <span className="min-w-0">
              <Link
                href={paths.studioSession(contentId)}
                lang={language}
                className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-6 wrap-anywhere hover:decoration-current"
              >
                {title}
              </Link>
              <span className="text-sm text-ink-2">
                {' · '}
                {t(`common:language.${language}`)} · {t(`studio-narration:reasons.${reason}`)}
              </span>
            </span>
            <span className="tabular text-sm text-ink-2">
              {t('studio-narration:characters', { count: characters })}
              {price !== null &&
                ` · ${formatCost((characters * price) / 1_000_000, currency, i18n.language)}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
