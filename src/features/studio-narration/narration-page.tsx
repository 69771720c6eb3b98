import { Link, useSearch } from 'wouter';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { useTranslation } from '#web/lib/translation.ts';
import { RecordingApprovalView } from './components/approval-view.tsx';
import { MissingNarrationsView } from './components/missing-narrations-view.tsx';
import { NarrationSettingsView } from './components/narration-settings-view.tsx';
import { getNarrationHref, NARRATION_VIEWS, type NarrationView } from './model.ts';
import { useUnapprovedRecordings } from './queries.ts';

const CONTENT = {
  missing: MissingNarrationsView,
  approve: RecordingApprovalView,
  voices: NarrationSettingsView,
};

/** `/admin/narration`: what of the library has no recording yet, what was spoken and waits, and how it is spoken. */
export default function StudioNarrationPage() {
  const { t } = useTranslation('studio-narration');
  const query = new URLSearchParams(useSearch());
  const view = NARRATION_VIEWS.find((one) => one === query.get('view')) ?? 'missing';
  const Content = CONTENT[view];
  return (
    <StudioFrame page="narration" title={t('title')} lead={t(`views.leads.${view}`)}>
      <Views view={view} />
      <Content />
    </StudioFrame>
  );
}

function Views({ view }: { view: NarrationView }) {
  const { t } = useTranslation('studio-narration');
  const { data } = useUnapprovedRecordings();
  return (
    <nav aria-label={t('views.label')} className="mb-6">
      <ul className="flex flex-wrap gap-x-6">
        {NARRATION_VIEWS.map((one) => (
          <li key={one}>
            <Link
              href={getNarrationHref(one)}
              aria-current={one === view ? 'page' : undefined}
              className="inline-flex min-h-11 items-center text-ink-2 underline-offset-8 hover:underline aria-[current]:text-ink aria-[current]:underline"
            >
              {t(`views.${one}`)}
              {one === 'approve' && data ? ` · ${data.total}` : ''}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
