import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { useTranslation } from '#web/lib/translation.ts';
import { useSafetyChecks } from './queries.ts';

/** `/admin/safety`: whether this installation is safe to open, check by check, what is open first, and which version runs. */
export default function StudioSafetyPage() {
  const { t } = useTranslation(['studio-safety']);
  const { data, error, refetch } = useSafetyChecks();
  const open = data?.checks.filter(({ state }) => state !== 'ok') ?? [];
  const done = data?.checks.filter(({ state }) => state === 'ok') ?? [];
  return (
    <StudioFrame page="safety" title={t('studio-safety:title')} lead={t('studio-safety:lead')}>
      <LoadState data={data} error={error} refetch={refetch} count={6} />
      {data && (
        <>
          <p className="mb-4 text-lg">
            {t(open.length === 0 ? 'studio-safety:isSafe' : 'studio-safety:isOpen')}
          </p>
          <ul className="divide-y divide-line border-y border-line">
            {[...open, ...done].map(({ name, state }) => (
              <li key={name} className="grid gap-1 py-4 sm:grid-cols-[9rem_1fr]">
                <span className={state === 'ok' ? 'text-ink-2' : 'font-semibold'}>
                  {t(`studio-safety:states.${state}`)}
                </span>
                <div className="min-w-0">
                  <h2 className="text-base">{t(`studio-safety:checks.${name}.title`)}</h2>
                  {state !== 'ok' && (
                    <p className="mt-1 max-w-2xl text-ink-2">
                      {t(`studio-safety:checks.${name}.mend`)}
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ul>
          <section className="mt-8 max-w-2xl">
            <h2 className="text-lg">
              {t('studio-safety:version', { version: data.release.version })}
            </h2>
            {data.release.changes.length > 0 && (
              <>
                <p className="mt-1 text-ink-2">{t('studio-safety:changes')}</p>
                <ul lang="en" className="mt-2 list-disc pl-5">
                  {data.release.changes.map((change) => (
                    <li key={change}>{change}</li>
                  ))}
                </ul>
              </>
            )}
          </section>
        </>
      )}
    </StudioFrame>
  );
}
