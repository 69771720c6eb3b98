import { LANGUAGES } from '#shared/rules/languages.ts';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { useAuthors } from '#web/features/studio-authors/queries.ts';
import { useNarrationSettings } from '../queries.ts';
import { NarrationSettingsForm } from './narration-settings-form.tsx';

/** How words are said and who speaks what, a form for each language. */
export function NarrationSettingsView() {
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
  return <LoadState data={data} error={error} refetch={refetch} count={6} />;
}
