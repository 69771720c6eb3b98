import { LANGUAGES } from '#shared/rules/languages.ts';
import { useAuthors } from '#web/features/studio-authors/queries.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { useNarrationSettings } from '../queries.ts';
import { NarrationSettingsForm } from './narration-settings-form.tsx';

/** How words are said and who speaks what, a form for each language. */
export function NarrationSettingsView() {
  const { t } = useTranslation('ui');
  const describeError = useErrorMessage();
  const { data, error, refetch } = useNarrationSettings();
  const { data: authors } = useAuthors();
  if (data && authors)
    return (
      <div className="grid gap-8">
        {LANGUAGES.map((language) => (
          <NarrationSettingsForm
            key={language}
            language={language}
            stored={data[language]}
            authors={authors.authors}
          />
        ))}
      </div>
    );
  if (error) return <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>;
  return <SkeletonList count={6} shape="line" label={t('loading')} />;
}
