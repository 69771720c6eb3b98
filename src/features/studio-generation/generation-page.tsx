import { useState } from 'react';
import type { Brief } from '#shared/contract/admin-generation.ts';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useTranslation } from '#web/lib/translation.ts';
import { BriefForm } from './components/brief-form.tsx';
import { GenerationList } from './components/generation-list.tsx';
import { useGenerations } from './queries.ts';

/** `/admin/generation`: the form that requests a draft, and the list of generations, which can be cancelled. */
export default function StudioGenerationPage() {
  const { t } = useTranslation(['studio-generation']);
  const { data, error, refetch } = useGenerations();
  const [reused, setReused] = useState<{ brief: Brief; key: number } | null>(null);
  const reuse = (brief: Brief) => {
    setReused((before) => ({ brief, key: (before?.key ?? 0) + 1 }));
    scrollTo(0, 0);
  };
  return (
    <StudioFrame
      page="generation"
      title={t('studio-generation:title')}
      lead={t('studio-generation:lead')}
    >
      <LoadState data={data} error={error} refetch={refetch} count={4} />
      {data && (
        <div className="grid gap-x-12 gap-y-10 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="min-w-0">
            {data.writer === null ? (
              <Notice title={t('studio-generation:setup.writerTitle')}>
                {t('studio-generation:setup.writer')}
              </Notice>
            ) : (
              <BriefForm key={reused?.key} writer={data.writer} initial={reused?.brief} />
            )}
          </div>
          <div className="min-w-0">
            <GenerationList works={data.generations} currency={data.currency} onReuse={reuse} />
            <section className="mt-8 border-t border-line pt-4">
              <h2 className="text-lg">{t('studio-generation:narration.title')}</h2>
              <p className="mt-1 text-ink-2">
                {data.speaker === null
                  ? t('studio-generation:setup.speaker')
                  : t('studio-generation:narration.text', { name: data.speaker })}
              </p>
            </section>
          </div>
        </div>
      )}
    </StudioFrame>
  );
}
