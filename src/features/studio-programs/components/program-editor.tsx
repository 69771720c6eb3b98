import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { ProgramSource, StudioProgram } from '#shared/contract/admin-programs.ts';
import { findProgramGaps } from '#shared/rules/program-gaps.ts';
import { EditConflict } from '#web/features/admin/components/edit-conflict.tsx';
import { useUnsavedWarning } from '#web/features/admin/hooks/use-unsaved-warning.ts';
import { findDifferences } from '#web/features/admin/model.ts';
import { ApiError } from '#web/lib/api.ts';
import { getFieldFaults, useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { useFocusOnRefusal } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { usePartNames } from '../hooks/use-part-names.ts';
import { concernsPeople, listFields } from '../model.ts';
import { useRereadProgram, useSaveProgram } from '../queries.ts';
import { Effects } from './effects.tsx';
import { Lessons } from './lessons.tsx';
import { ProgramWords } from './program-words.tsx';

/** A program in both languages with its lessons; before people are met by a change, it says how many and how. */
export function ProgramEditor({ program }: { program: StudioProgram }) {
  const { t } = useTranslation(['studio-programs', 'ui']);
  const [stored, setStored] = useState(program);
  const [source, setSource] = useState(program.source);
  const [isShown, setIsShown] = useState(program.isShown);
  const [sessions, setSessions] = useState(program.sessions);
  const [theirs, setTheirs] = useState<StudioProgram | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const [, navigate] = useLocation();
  const { toast } = useToast();
  const describeError = useErrorMessage();
  const save = useSaveProgram();
  const reread = useRereadProgram();
  const names = usePartNames(sessions);
  const form = useRef<HTMLFormElement>(null);
  const faults = getFieldFaults(save.error);
  useFocusOnRefusal(form, save.error);
  const isChanged =
    isShown !== stored.isShown || JSON.stringify(source) !== JSON.stringify(stored.source);
  useUnsavedWarning(isChanged);
  const gaps = findProgramGaps(source);

  function take(next: StudioProgram): void {
    setStored(next);
    setSource(next.source);
    setIsShown(next.isShown);
    setSessions(next.sessions);
  }
  function saveNow(): void {
    setIsAsking(false);
    save.mutate(
      { id: stored.id, version: stored.version, source, isShown },
      {
        onSuccess: (saved) => {
          toast({ title: t('studio-programs:saved') });
          take(saved);
          if (stored.id === '') navigate(paths.studioProgram(saved.id), { replace: true });
        },
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'conflict')
            reread.mutate(stored.id, { onSuccess: setTheirs });
        },
      },
    );
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsRefused(isShown && gaps.length > 0);
    if (isShown && gaps.length > 0) return;
    if (concernsPeople(stored, source, isShown)) setIsAsking(true);
    else saveNow();
  }
  function settle(kept: 'mine' | 'theirs'): void {
    if (theirs && kept === 'theirs') take(theirs);
    else if (theirs) setStored(theirs);
    setTheirs(null);
    save.reset();
  }
  const change = (part: Partial<ProgramSource>) => setSource((now) => ({ ...now, ...part }));
  const compare = (other: StudioProgram) => {
    const fields = listFields(source, other.source, names);
    return findDifferences(fields.mine, fields.theirs);
  };

  return (
    <form ref={form} noValidate onSubmit={submit}>
      {theirs && (
        <div className="mb-6">
          <EditConflict
            lastEdit={theirs.lastEdit}
            differences={compare(theirs)}
            onKeepMine={() => settle('mine')}
            onTakeTheirs={() => settle('theirs')}
          />
        </div>
      )}
      <ProgramWords source={source} faults={faults} onChange={change} />
      <Lessons
        lessons={source.lessons}
        sessions={sessions}
        faults={faults}
        onChange={(lessons) => change({ lessons })}
        onAdd={(session) => setSessions((now) => [...now, session])}
      />
      {stored.id !== '' && (
        <div className="mt-8 border-t border-line pt-4">
          <Checkbox
            label={t('studio-programs:program.isShown')}
            detail={gaps.length > 0 && !isShown ? t('studio-programs:gaps') : undefined}
            checked={isShown}
            disabled={gaps.length > 0 && !isShown}
            onChange={({ currentTarget }) => setIsShown(currentTarget.checked)}
          />
        </div>
      )}
      {isRefused && isShown && gaps.length > 0 && (
        <div className="mt-6">
          <Notice live tone="refusal">
            {t('studio-programs:gaps')}
          </Notice>
        </div>
      )}
      {save.error && !theirs && Object.keys(faults).length === 0 && (
        <div className="mt-6">
          <Notice tone="refusal">{describeError(save.error)}</Notice>
        </div>
      )}
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" busy={save.isPending} disabled={!isChanged || theirs !== null}>
          {t('ui:actions.save')}
        </Button>
        <SaveState isChanged={isChanged} stored={stored} />
      </div>
      <Effects
        program={stored}
        lessons={source.lessons.map(({ contentId }) => contentId)}
        isShown={isShown}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onSave={saveNow}
      />
    </form>
  );
}

function SaveState({ isChanged, stored }: { isChanged: boolean; stored: StudioProgram }) {
  const { t, i18n } = useTranslation('admin');
  const { lastEdit } = stored;
  if (isChanged) return <p className="text-sm text-ink-2">{t('unsaved')}</p>;
  if (!lastEdit) return null;
  const at = formatDateTime(new Date(lastEdit.at), i18n.language);
  return (
    <p className="text-sm text-ink-2">
      {t('lastEdit', { who: lastEdit.by ?? t('audit.erased'), at })}
    </p>
  );
}
