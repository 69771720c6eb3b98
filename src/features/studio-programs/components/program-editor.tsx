import { useState } from 'react';
import type { ProgramSource, StudioProgram } from '#shared/contract/admin-programs.ts';
import { listMissingProgramFields } from '#shared/rules/program-gaps.ts';
import { EditFormFrame } from '#web/features/admin/components/edit-frame.tsx';
import { useEditForm } from '#web/features/admin/hooks/use-edit.ts';
import { findEditDifferences } from '#web/features/admin/model.ts';
import { api } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useFormatProgramFieldNames } from '../hooks/use-format-program-field-names.ts';
import { isChangeVisibleToPeople, listComparedProgramFields } from '../model.ts';
import { useSaveProgram } from '../queries.ts';
import { ProgramEffectsDialog } from './effects.tsx';
import { LessonFields } from './lessons.tsx';
import { ProgramTextFields } from './program-words.tsx';

type ProgramDraft = Pick<StudioProgram, 'source' | 'isShown'>;
const toDraft = ({ source, isShown }: StudioProgram): ProgramDraft => ({ source, isShown });

/**
 * The form of a program in both languages with its lessons. A change that affects people in the middle of the program
 * asks for confirmation first.
 */
export function ProgramEditor({ program }: { program: StudioProgram }) {
  const { t } = useTranslation('studio-programs');
  // Those that were added here; what is stored brings its own.
  const [added, setAdded] = useState<StudioProgram['sessions']>([]);
  const [isAsking, setIsAsking] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const save = useSaveProgram();
  const nameParts = useFormatProgramFieldNames();
  const edit = useEditForm({
    keepAs: 'program',
    initial: program,
    toDraft,
    compare: (mine, theirs) => {
      const names = nameParts([...stored.sessions, ...theirs.sessions, ...added]);
      const fields = listComparedProgramFields(mine.source, theirs.source, names);
      return findEditDifferences(fields.mine, fields.theirs);
    },
    save,
    savedText: () => t('saved'),
    getPath: paths.studioProgram,
    fetchStored: () => api('GET /api/admin/programs/:id', { params: { id: program.id } }),
  });
  const { stored, faults } = edit;
  const { source, isShown } = edit.draft;
  const gaps = listMissingProgramFields(source);

  function saveNow(): void {
    setIsAsking(false);
    edit.submit({ id: stored.id, version: stored.version, source, isShown });
  }
  function saveOrAsk(): void {
    setIsRefused(isShown && gaps.length > 0);
    if (isShown && gaps.length > 0) return;
    if (isChangeVisibleToPeople(stored, source, isShown)) setIsAsking(true);
    else saveNow();
  }
  const change = (part: Partial<ProgramSource>) =>
    edit.setDraft((now) => ({ ...now, source: { ...now.source, ...part } }));

  return (
    <EditFormFrame {...edit.frame} onSave={saveOrAsk}>
      <ProgramTextFields source={source} faults={faults} onChange={change} />
      <LessonFields
        lessons={source.lessons}
        sessions={[...stored.sessions, ...added]}
        faults={faults}
        onChange={(lessons) => change({ lessons })}
        onAdd={(session) => setAdded((now) => [...now, session])}
      />
      {stored.id !== '' && (
        <div className="mt-8 border-t border-line pt-4">
          <Checkbox
            label={t('program.isShown')}
            detail={gaps.length > 0 && !isShown ? t('gaps') : undefined}
            checked={isShown}
            disabled={gaps.length > 0 && !isShown}
            onChange={({ currentTarget: { checked } }) =>
              edit.setDraft((now) => ({ ...now, isShown: checked }))
            }
          />
        </div>
      )}
      {isRefused && isShown && gaps.length > 0 && (
        <div className="mt-6">
          <Notice live tone="refusal">
            {t('gaps')}
          </Notice>
        </div>
      )}
      <ProgramEffectsDialog
        program={stored}
        lessons={source.lessons.map(({ contentId }) => contentId)}
        isShown={isShown}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onSave={saveNow}
      />
    </EditFormFrame>
  );
}
