import { useState } from 'react';
import type { StudioAuthor } from '#shared/contract/admin-authors.ts';
import { UploadField } from '#web/features/studio-uploads/components/upload-field.tsx';
import { cropPortrait } from '#web/features/studio-uploads/engine/portrait.ts';
import { useUpload } from '#web/features/studio-uploads/hooks/use-upload.ts';
import { hasErrorCode } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useChangePortrait } from '../queries.ts';

const PICTURES = 'image/jpeg,image/png,image/webp,image/avif,image/heic';

interface PortraitProps {
  stored: StudioAuthor;
  onSaved: (author: StudioAuthor) => void;
  onConflict: (error: Error) => void;
}

/**
 * The portrait of an author, with buttons to replace and to remove it. A chosen picture is cropped to a square on the
 * device, without its metadata, before it is sent.
 */
export function PortraitField({ stored, onSaved, onConflict }: PortraitProps) {
  const { t } = useTranslation(['studio-authors', 'errors']);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const { toast } = useToast();
  const describeError = useErrorMessage();
  const change = useChangePortrait(stored.id);
  const upload = useUpload((_file, uploadId) => save(uploadId));

  async function save(uploadId: string | null) {
    try {
      onSaved(await change.mutateAsync({ version: stored.version, uploadId }));
      toast({ title: t('studio-authors:saved') });
    } catch (error) {
      if (hasErrorCode(error, 'conflict')) onConflict(error);
      throw error;
    }
  }
  async function choose(file: File) {
    const picture = await cropPortrait(file);
    setIsUnreadable(picture === null);
    if (picture) upload.start(picture);
  }
  return (
    <section aria-label={t('studio-authors:portrait.title')} className="mb-8 flex flex-wrap gap-5">
      {stored.portrait ? (
        <img src={stored.portrait} alt="" className="size-24 rounded-full object-cover" />
      ) : (
        <span className="size-24 rounded-full border border-dashed border-edge" />
      )}
      <div className="grid content-center gap-1">
        <UploadField
          upload={upload}
          accept={PICTURES}
          label={t(`studio-authors:portrait.${stored.portrait ? 'replace' : 'add'}`)}
          name={t('studio-authors:portrait.title')}
          onChoose={(file) => void choose(file)}
        >
          {stored.portrait && upload.phase === 'idle' && (
            <Button
              variant="quiet"
              busy={change.isPending}
              // The mutation keeps the error, which is shown.
              onClick={() => void save(null).catch(() => {})}
            >
              {t('studio-authors:portrait.remove')}
            </Button>
          )}
        </UploadField>
        <p className="text-sm text-ink-2">{t('studio-authors:portrait.hint')}</p>
        {isUnreadable && <FieldError>{t('errors:not_a_picture')}</FieldError>}
        {change.error && upload.error === null && (
          <FieldError>{describeError(change.error)}</FieldError>
        )}
      </div>
    </section>
  );
}
