import { useLocation } from 'wouter';
import type { StudioBanner } from '#shared/contract/banners.ts';
import { DeleteButton } from '#web/features/admin/components/delete-button.tsx';
import { EditFormFrame } from '#web/features/admin/components/edit-frame.tsx';
import { useEditForm } from '#web/features/admin/hooks/use-edit.ts';
import { findEditDifferences } from '#web/features/admin/model.ts';
import { api } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useToast } from '#web/ui/toast.tsx';
import { useFormatBannerFields } from '../hooks/use-format-banner-fields.ts';
import { toBannerDraft, toBannerInput } from '../model.ts';
import { useDeleteBanner, useSaveBanner } from '../queries.ts';
import { BannerFields } from './banner-fields.tsx';
import { BannerPreview } from './banner-preview.tsx';

/** The form in which admins edit a banner, with a preview. */
export function BannerForm({ banner }: { banner: StudioBanner }) {
  const { t } = useTranslation('studio-banners');
  const [, navigate] = useLocation();
  const { toast } = useToast();
  const formatFields = useFormatBannerFields();
  const save = useSaveBanner();
  const remove = useDeleteBanner();
  const edit = useEditForm({
    keepAs: 'banner',
    initial: banner,
    toDraft: toBannerDraft,
    compare: (mine, theirs) =>
      findEditDifferences(formatFields(mine), formatFields(toBannerDraft(theirs))),
    save,
    savedText: () => t('saved'),
    getPath: paths.studioBanner,
    fetchStored: () => api('GET /api/admin/banners/:id', { params: { id: banner.id } }),
  });
  const { stored, draft, setDraft, faults } = edit;
  const onSave = () =>
    edit.submit({ id: stored.id, version: stored.version, banner: toBannerInput(draft) });
  return (
    <EditFormFrame
      {...edit.frame}
      onSave={onSave}
      actions={
        stored.id !== '' && (
          // One that may come back is switched off instead.
          <DeleteButton
            texts={{
              open: t('delete.open'),
              title: t('delete.title'),
              text: t('delete.text'),
              confirm: t('delete.confirm'),
            }}
            of={stored}
            remove={remove}
            onDeleted={() => {
              toast({ title: t('delete.done') });
              navigate(paths.studioBanners());
            }}
            onConflict={edit.onRefused}
          />
        )
      }
    >
      <BannerPreview draft={draft} />
      <BannerFields draft={draft} faults={faults} onChange={setDraft} />
    </EditFormFrame>
  );
}
