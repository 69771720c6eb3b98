import { useState } from 'react';
import type { SessionSource } from '#shared/contract/admin-contents.ts';
import { ReplaceWordsDialog } from '#web/features/studio-bulk/components/replace-words-dialog.tsx';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { PreviewLinksDialog } from './preview-links.tsx';

/** Below the scripts of a session: words to find in them, and links that show it to a guest. */
export function WordSearchAndPreviewLinks({
  id,
  source,
  onReplace,
}: {
  /** Empty while it was never saved. */
  id: string;
  source: SessionSource;
  onReplace: (source: SessionSource) => void;
}) {
  const { t } = useTranslation('studio-sessions');
  const [open, setOpen] = useState<'words' | 'preview' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="mt-8 flex flex-wrap gap-x-6 border-t border-line pt-4">
      <Button variant="quiet" onClick={() => setOpen('words')}>
        {t('words.open')}
      </Button>
      {id !== '' && (
        <Button variant="quiet" onClick={() => setOpen('preview')}>
          {t('previewLink.open')}
        </Button>
      )}
      {open === 'preview' && <PreviewLinksDialog id={id} onClose={close} />}
      {open === 'words' && (
        <ReplaceWordsDialog
          source={source}
          onClose={close}
          onReplace={(replaced) => {
            onReplace(replaced);
            close();
          }}
        />
      )}
    </div>
  );
}
