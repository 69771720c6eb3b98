import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { BannerReply } from '#shared/contract/banners.ts';
import { EditConflict } from '#web/features/admin/components/edit-conflict.tsx';
import { useUnsavedWarning } from '#web/features/admin/hooks/use-unsaved-warning.ts';
import { findDifferences } from '#web/features/admin/model.ts';
import { ApiError } from '#web/lib/api.ts';
import { getFieldFaults, useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { useFocusOnRefusal } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useDescribeDraft } from '../hooks/use-describe-draft.ts';
import { type BannerDraft, toDraft, toInput } from '../model.ts';
import { useRereadBanner, useSaveBanner } from '../queries.ts';
import { BannerFields } from './banner-fields.tsx';
import { BannerPreview } from './banner-preview.tsx';
import { DeleteBanner } from './delete-banner.tsx';

/** What a banner says, where, when and in which order, with how it looks there. */
export function BannerForm({ banner }: { banner: BannerReply }) {
  const { t, i18n } = useTranslation(['studio-banners', 'ui', 'admin']);
  const [stored, setStored] = useState(banner);
  const [draft, setDraft] = useState(() => toDraft(banner));
  const [theirs, setTheirs] = useState<BannerReply | null>(null);
  const [, navigate] = useLocation();
  const { toast } = useToast();
  const describeError = useErrorMessage();
  const describeDraft = useDescribeDraft();
  const save = useSaveBanner();
  const reread = useRereadBanner();
  const form = useRef<HTMLFormElement>(null);
  const faults = getFieldFaults(save.error);
  useFocusOnRefusal(form, save.error);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(toDraft(stored));
  useUnsavedWarning(isChanged);

  const readAgain = () => reread.mutate(stored.id, { onSuccess: setTheirs });
  function submit(event: FormEvent) {
    event.preventDefault();
    const change = { id: stored.id, version: stored.version, banner: toInput(draft) };
    save.mutate(change, {
      onSuccess: (saved) => {
        toast({ title: t('studio-banners:saved') });
        setStored(saved);
        setDraft(toDraft(saved));
        if (stored.id === '') navigate(paths.studioBanner(saved.id), { replace: true });
      },
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'conflict') readAgain();
      },
    });
  }
  const settle = (kept: BannerDraft) => {
    if (theirs) setStored(theirs);
    setDraft(kept);
    setTheirs(null);
    save.reset();
  };
  const { lastEdit } = stored;
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {theirs && (
        <div className="mb-6">
          <EditConflict
            lastEdit={theirs.lastEdit}
            differences={findDifferences(describeDraft(draft), describeDraft(toDraft(theirs)))}
            onKeepMine={() => settle(draft)}
            onTakeTheirs={() => settle(toDraft(theirs))}
          />
        </div>
      )}
      <BannerPreview draft={draft} />
      <BannerFields draft={draft} faults={faults} onChange={setDraft} />
      {save.error && !theirs && Object.keys(faults).length === 0 && (
        <div className="mt-6">
          <Notice tone="refusal">{describeError(save.error)}</Notice>
        </div>
      )}
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" busy={save.isPending} disabled={!isChanged || theirs !== null}>
          {t('ui:actions.save')}
        </Button>
        {stored.id !== '' && <DeleteBanner banner={stored} onConflict={readAgain} />}
        <p className="text-sm text-ink-2">
          {isChanged
            ? t('admin:unsaved')
            : lastEdit &&
              t('admin:lastEdit', {
                who: lastEdit.by ?? t('admin:audit.erased'),
                at: formatDateTime(new Date(lastEdit.at), i18n.language),
              })}
        </p>
      </div>
    </form>
  );
}
