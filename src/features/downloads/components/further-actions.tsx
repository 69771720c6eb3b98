import type { ContentDetail } from '#shared/contract/contents.ts';
import { DownloadSessionButton } from './download-session.tsx';
import { AskAboutSessionLink } from '#web/features/support/components/ask-about-session.tsx';

/**
 * The less common actions on a session's page, such as downloading it; a module of its own, loaded later, because its
 * code is large.
 */
export function FurtherSessionActions({ content }: { content: ContentDetail }) {
  return (
    <>
      <DownloadSessionButton content={content} />
      <AskAboutSessionLink id={content.id} />
    </>
  );
}
