import { type ReactNode, useRef } from 'react';
import { MAX_UPLOAD_BYTES } from '#shared/rules/upload-limit.ts';
import { formatBytes } from '#web/features/downloads/model.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { ProgressBar } from '#web/ui/stats.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { useUpload } from '../hooks/use-upload.ts';

interface UploadFieldProps {
  upload: ReturnType<typeof useUpload>;
  /** What the browser offers to choose. */
  accept: string;
  /** On the button. */
  label: string;
  /** Names the progress. */
  name: string;
  disabled?: boolean;
  onChoose: (file: File) => void;
  /** Beside the button. */
  children?: ReactNode;
}

/** A file field with the progress of the upload, which can be paused and continued. */
export function UploadField(props: UploadFieldProps) {
  const { upload, accept, label, name, disabled, onChoose, children } = props;
  const { t, i18n } = useTranslation('admin');
  const input = useRef<HTMLInputElement>(null);
  const describeError = useErrorMessage();
  const { phase, sent, total, error, refused } = upload;
  const size = (bytes: number) => formatBytes(bytes, i18n.language);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <input
          ref={input}
          type="file"
          accept={accept}
          aria-label={label}
          className="hidden"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = '';
            if (file) onChoose(file);
          }}
        />
        {phase === 'idle' && (
          <Button variant="secondary" disabled={disabled} onClick={() => input.current?.click()}>
            {label}
          </Button>
        )}
        {phase === 'sending' && (
          <Button variant="secondary" onClick={upload.pause}>
            {t('upload.pause')}
          </Button>
        )}
        {(phase === 'paused' || phase === 'broken') && (
          <>
            <Button variant="secondary" onClick={upload.goOn}>
              {t('upload.goOn')}
            </Button>
            <Button variant="quiet" onClick={upload.cancel}>
              {t('upload.cancel')}
            </Button>
          </>
        )}
        {children}
      </div>
      {phase !== 'idle' && (
        <div className="grid gap-1">
          <ProgressBar value={sent} max={total} label={name} />
          <output className="block tabular text-sm text-ink-2">
            {phase === 'done'
              ? t('upload.checking')
              : t('upload.sent', { sent: size(sent), total: size(total) })}
            {phase === 'broken' && ` · ${t('upload.broken')}`}
          </output>
        </div>
      )}
      {error !== null && (
        <Notice tone="refusal">
          {!refused?.name
            ? describeError(error)
            : refused.size > MAX_UPLOAD_BYTES
              ? t('upload.tooLarge', {
                  name: refused.name,
                  size: size(refused.size),
                  limit: size(MAX_UPLOAD_BYTES),
                })
              : t('upload.refused', { name: refused.name, reason: describeError(error) })}
        </Notice>
      )}
    </div>
  );
}
