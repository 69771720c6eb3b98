import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { getArticlePath, type ReadableArticle } from '../model.ts';

/** One article in a list: its title as a link, and what it is about; `withArt` adds the artwork of its session. */
export function ArticleRow({
  article: { slug, title, description, session },
  withArt = false,
}: {
  article: ReadableArticle;
  withArt?: boolean;
}) {
  return (
    <li
      className={`relative flex gap-5 border-b border-line py-5 wide:gap-7 ${withArt ? 'render-late-50 sm:render-late-26' : ''}`}
    >
      {withArt && (
        <SessionArt
          id={session.id}
          kind={session.kind}
          className="w-16 shrink-0 self-start wide:w-20"
        />
      )}
      <div className="min-w-0 self-center">
        <a
          href={getArticlePath(slug)}
          className="inline-flex min-h-11 items-center font-serif text-xl leading-snug font-medium [overflow-wrap:anywhere] hyphens-auto underline-offset-4 before:absolute before:inset-0 hover:underline"
        >
          {title}
        </a>
        <p className="mt-1 max-w-prose text-base text-ink-2">{description}</p>
      </div>
    </li>
  );
}
