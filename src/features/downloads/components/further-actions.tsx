import type { ContentDetail } from '#shared/contract/contents.ts';
import { DownloadSession } from './download-session.tsx';
import { AskAboutSession } from '#web/features/support/components/ask-about-session.tsx';

/** The further actions of a session's page; a module of its own, because its code is large. */
export function FurtherActions({ content }: { content: ContentDetail }) {
  return (
    <>
      <DownloadSession content={content} />
      <AskAboutSession id={content.id} />
    </>
  );
}
