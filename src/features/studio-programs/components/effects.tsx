import type { StudioProgram } from '#shared/contract/admin-programs.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { useProgramEffects } from '../queries.ts';

/**
 * A dialog shown before a program is saved: how many people who are in the middle of the program the change affects,
 * and how.
 */
export function ProgramEffectsDialog({
  program,
  lessons,
  isShown,
  isOpen,
  onClose,
  onSave,
}: {
  program: StudioProgram;
  lessons: string[];
  isShown: boolean;
  isOpen: boolean;
  onClose: () => void;
  onSave: () => void;
}) {
  const { t, i18n } = useTranslation(['studio-programs']);
  const describeError = useErrorMessage();
  const { data, error, refetch } = useProgramEffects(program.id, lessons, isOpen);
  const isNobody = data && data.now.underWay + data.now.completed === 0;
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={t('studio-programs:effects.title')}
      actions={
        <>
          <Button onClick={onSave} disabled={!data}>
            {t('studio-programs:effects.save')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('studio-programs:effects.cancel')}
          </Button>
        </>
      }
    >
      {error && <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>}
      {!data && !error && (
        <SkeletonList count={2} shape="line" label={t('studio-programs:effects.counting')} />
      )}
      {isNobody && <p>{t('studio-programs:effects.nobody')}</p>}
      {data && !isNobody && (
        <>
          {isShown ? (
            <table className="w-full">
              <thead className="text-left text-sm text-ink-2">
                <tr>
                  <th scope="col">
                    <span className="sr-only">{t('studio-programs:effects.people')}</span>
                  </th>
                  <th scope="col">{t('studio-programs:effects.now')}</th>
                  <th scope="col">{t('studio-programs:effects.after')}</th>
                </tr>
              </thead>
              <tbody className="tabular">
                {(['underWay', 'completed'] as const).map((state) => (
                  <tr key={state} className="border-t border-line">
                    <th scope="row" className="py-2 pr-4 text-left font-normal">
                      {t(`studio-programs:effects.${state}`)}
                    </th>
                    <td>{data.now[state].toLocaleString(i18n.language)}</td>
                    <td>{data.after[state].toLocaleString(i18n.language)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : (
            <p>{t('studio-programs:effects.hidden')}</p>
          )}
          {data.losingDone > 0 && isShown && (
            <p className="mt-4">
              {t('studio-programs:effects.losingDone', { count: data.losingDone })}
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}
