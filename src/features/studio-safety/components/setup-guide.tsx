import { Link } from 'wouter';
import { useGenerations } from '#web/features/studio-generation/queries.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Section } from '#web/ui/page.tsx';
import { useSafetyChecks } from '../queries.ts';

/**
 * The first hour of an operator: what is not set up yet, each with its next step, and how much is. Nothing once all of
 * it is, or while that is not known.
 */
export function SetupGuide() {
  const { t } = useTranslation(['studio-safety', 'studio-generation', 'admin']);
  const { data } = useSafetyChecks();
  const { data: providers } = useGenerations();
  if (!data || !providers) return null;
  const open = data.checks.filter(({ state }) => state !== 'ok');
  const steps = [
    ...open.map(({ name }) => ({
      key: name as string,
      title: t(`studio-safety:checks.${name}.title`),
      mend: t(`studio-safety:checks.${name}.mend`),
    })),
    ...(providers.speaker === null
      ? [
          {
            key: 'voice',
            title: t('studio-safety:guide.voice'),
            mend: t('studio-generation:setup.speaker'),
          },
        ]
      : []),
  ];
  if (steps.length === 0) return null;
  const all = data.checks.length + 1;
  return (
    <Section title={t('studio-safety:guide.title')}>
      <p className="mb-3 max-w-prose text-ink-2">
        {t('studio-safety:guide.lead', { done: all - steps.length, count: all })}
      </p>
      <ul className="divide-y divide-line border-y border-line">
        {steps.map(({ key, title, mend }) => (
          <li key={key}>
            <details>
              <summary className="flex min-h-11 cursor-pointer items-center font-medium">
                {title}
              </summary>
              <p className="mb-3 max-w-2xl text-ink-2 wrap-anywhere">{mend}</p>
            </details>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-x-6">
        <Link href={paths.studioSafety()} className="text-link inline-flex min-h-11 items-center">
          {t('admin:places.safety')}
        </Link>
        <Link
          href={`${paths.admin()}?letters=newDevice`}
          className="text-link inline-flex min-h-11 items-center"
        >
          {t('studio-safety:guide.email')}
        </Link>
      </div>
    </Section>
  );
}
