import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import type { ArticleSession } from '../model.ts';

/** Links from an article to the session that fits it, through that session's public page. */
export function ArticleSessionLink({ session }: { session: ArticleSession }) {
  const { t } = useTranslation(['articles', 'common']);
  const { id, kind, title, summary, minutes } = session;
  return (
    <>
      <h2 id="practise" className="text-xl">
        {t('articles:session.title')}
      </h2>
      <div className="mt-5 flex gap-5">
        <SessionArt id={id} kind={kind} className="w-20 shrink-0 self-start" />
        <div className="min-w-0">
          <p className={`text-sm font-medium ${kind === 'load' ? 'text-load' : 'text-flow'}`}>
            {t(`common:kind.${kind}`)}
            {' · '}
            {t('articles:session.minutes', { minutes })}
          </p>
          <h3 className="mt-1 text-lg">{title}</h3>
          <p className="mt-2 text-ink-2">{summary}</p>
        </div>
      </div>
      <ButtonLink href={paths.shared(id)} className="mt-6 max-sm:w-full">
        {t('articles:session.open')}
      </ButtonLink>
      {/* A signed-in person reads the same page within the app (theme.css). */}
      <p data-visitor="" className="mt-3 text-sm text-ink-2">
        {t('articles:session.note')}
      </p>
    </>
  );
}
