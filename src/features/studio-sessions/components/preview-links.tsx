import { useState } from 'react';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useCreatePreviewLink, useEndPreviewLinks, usePreviewLinks } from '../queries.ts';

const DAYS = [1, 7, 30] as const;

/** Makes links that show a session, as it is saved, to a guest, and ends them. */
export function PreviewLinksDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t, i18n } = useTranslation(['studio-sessions', 'admin']);
  const describeError = useErrorMessage();
  const { toast } = useToast();
  const [days, setDays] = useState('7');
  const { data, error, refetch } = usePreviewLinks(id);
  const create = useCreatePreviewLink(id);
  const end = useEndPreviewLinks(id);
  const links = data?.links ?? [];
  const url = create.data?.url;
  const failure = create.error ?? end.error;
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => toast({ title: t('studio-sessions:previewLink.copied') }),
      () => toast({ title: t('studio-sessions:previewLink.notCopied') }),
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('studio-sessions:previewLink.title')}
      actions={
        <>
          <Button busy={create.isPending} onClick={() => create.mutate(Number(days))}>
            {t('studio-sessions:previewLink.create')}
          </Button>
          {links.length > 0 && (
            <Button
              variant="secondary"
              busy={end.isPending}
              onClick={() => end.mutate(undefined, { onSuccess: () => create.reset() })}
            >
              {t('studio-sessions:previewLink.end', { count: links.length })}
            </Button>
          )}
        </>
      }
    >
      <p className="mb-4">{t('studio-sessions:previewLink.text')}</p>
      <Select
        label={t('studio-sessions:previewLink.days')}
        value={days}
        options={DAYS.map((count) => ({
          value: String(count),
          label: t('studio-sessions:previewLink.day', { count }),
        }))}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
      />
      {url && (
        <div className="mt-4">
          <TextField
            readOnly
            label={t('studio-sessions:previewLink.link')}
            hint={t('studio-sessions:previewLink.once')}
            value={url}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Button variant="secondary" className="mt-3" onClick={() => void copy(url)}>
            {t('studio-sessions:previewLink.copy')}
          </Button>
        </div>
      )}
      {failure && (
        <div className="mt-4">
          <Notice tone="refusal">{describeError(failure)}</Notice>
        </div>
      )}
      <LoadState data={data} error={error} refetch={refetch} />
      <ul className="mt-4 grid gap-1 text-sm text-ink-2 empty:hidden">
        {links.map((link) => (
          <li key={link.id}>
            {t('studio-sessions:previewLink.until', {
              who: link.by ?? t('admin:audit.erased'),
              at: formatDateTime(new Date(link.expiresAt), i18n.language),
            })}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
