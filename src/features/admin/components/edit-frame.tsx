import type { FormEvent, ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { LastEdit } from '#shared/contract/admin.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Conflict } from '../hooks/use-edit.ts';
import { EditConflict } from './edit-conflict.tsx';

/** On a phone what is changed can be saved from anywhere in the form: the bar stays at the bottom of the screen. */
const HELD_BAR =
  'bottom-0 z-10 bg-ground pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-wide:-mx-5 max-wide:border-t max-wide:border-line max-wide:px-5 max-wide:tall:sticky';

interface EditFrameProps {
  form: RefObject<HTMLFormElement | null>;
  lastEdit: LastEdit;
  isChanged: boolean;
  isSaving: boolean;
  /** Why it was not saved, where no field says so. */
  error: Error | null;
  /** What somebody else has saved meanwhile, and what to do about it. */
  conflict: Conflict | null;
  onSave: () => void;
  /** Beside the button that saves. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of a form in which an admin edits something: a conflict above its fields; below them the error of the last
 * save, the save button, further `actions`, and who changed it last.
 */
export function EditFrame(props: EditFrameProps) {
  const { form, lastEdit, isChanged, isSaving, error, conflict, onSave, actions, children } = props;
  const { t, i18n } = useTranslation(['admin', 'ui']);
  const describeError = useErrorMessage();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave();
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {conflict && (
        <div className="mb-6">
          <EditConflict {...conflict} />
        </div>
      )}
      {children}
      {error && !conflict && (
        <div className="mt-6">
          <Notice tone="refusal">{describeError(error)}</Notice>
        </div>
      )}
      <div
        data-editing={isChanged ? '' : undefined}
        className={`mt-8 flex flex-wrap items-center gap-x-6 gap-y-3 ${isChanged ? HELD_BAR : ''}`}
      >
        <Button type="submit" busy={isSaving} disabled={!isChanged || conflict !== null}>
          {t('ui:actions.save')}
        </Button>
        {actions}
        <p className="text-sm text-ink-2">
          {isChanged
            ? t('admin:unsaved')
            : lastEdit &&
              t('admin:lastEdit', {
                who: lastEdit.by ?? t('admin:audit.erased'),
                at: formatDateTime(new Date(lastEdit.at), i18n.language),
              })}
        </p>
      </div>
    </form>
  );
}
