import type { ContentDetail } from '#shared/contract/contents.ts';
import { DownloadSession } from './download-session.tsx';
import { AskAboutSession } from '#web/features/support/components/ask-about-session.tsx';

/**
 * The less common actions on a session's page, such as downloading it; a module of its own, loaded later, because its
 * code is large.
 */
export function FurtherActions({ content }: { content: ContentDetail }) {
  return (
    <>
      <DownloadSession content={content} />
      <AskAboutSession id={content.id} />
    </>
  );
}
