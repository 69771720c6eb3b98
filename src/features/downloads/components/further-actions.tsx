import type { ContentDetail } from '#shared/contract/contents.ts';
import { DownloadSession } from './download-session.tsx';
import { AskAboutSession } from '#web/features/support/components/ask-about-session.tsx';

/** What can be done with a session beyond hearing it, with much code of its own. */
export function FurtherActions({ content }: { content: ContentDetail }) {
  return (
    <>
      <DownloadSession content={content} />
      <AskAboutSession id={content.id} />
    </>
  );
}
