import { type ReactNode, useRef } from 'react';
import type { LastEdit } from '#shared/contract/admin.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { EditConflictState } from '../hooks/use-edit.ts';
import { useSaveShortcut } from '../hooks/use-draft-on-device.ts';
import { EditConflictNotice } from './edit-conflict.tsx';
import { UnsavedNotices, type UnsavedChangesQuestion } from './unsaved.tsx';

/** On a phone what is changed can be saved from anywhere in the form: the bar stays at the bottom of the screen. */
const HELD_BAR =
  'bottom-(--banner) z-10 bg-ground pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-wide:-mx-5 max-wide:border-t max-wide:border-line max-wide:px-5 max-wide:tall:sticky';

interface EditFrameProps {
  request: { error: Error | null; isPending: boolean };
  lastEdit: LastEdit;
  isChanged: boolean;
  /** What another admin has saved meanwhile, and what to do about it. */
  conflict: EditConflictState | null;
  unsaved: UnsavedChangesQuestion;
  /** Whether the server keeps all that is written and not saved. */
  isAutosaved: boolean;
  onSave: () => void;
  /** Beside the button that saves. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of a form in which an admin edits something: a conflict above its fields; below them the error of the last
 * save, the save button, further `actions`, and who changed it last.
 */
export function EditFormFrame(props: EditFrameProps) {
  const { request, lastEdit, isChanged, conflict, onSave, actions, children } = props;
  const place = useRef<HTMLDivElement>(null);
  useSaveShortcut(
    () => {
      if (isChanged && conflict === null && !request.isPending) onSave();
    },
    () => place.current,
  );
  const { t, i18n } = useTranslation(['admin', 'ui']);
  const form = useForm({ initial: {}, request, onSubmit: onSave });
  const isSaidInFields = Object.keys(form.faults).length > 0;
  return (
    <div ref={place}>
      <form {...form.props}>
        <UnsavedNotices {...props.unsaved} />
        {conflict && (
          <div className="mb-6">
            <EditConflictNotice {...conflict} />
          </div>
        )}
        {children}
        {form.failure && !isSaidInFields && !conflict && (
          <div className="mt-6">
            <Notice tone="refusal">{form.failure}</Notice>
          </div>
        )}
        <div
          data-editing={isChanged ? '' : undefined}
          className={`mt-8 flex flex-wrap items-center gap-x-6 gap-y-3 ${isChanged ? HELD_BAR : ''}`}
        >
          <Button type="submit" busy={form.isPending} disabled={!isChanged || conflict !== null}>
            {t('ui:actions.save')}
          </Button>
          {actions}
          <p className="text-sm text-ink-2">
            {isChanged
              ? t(props.isAutosaved ? 'admin:autosaved' : 'admin:unsaved')
              : lastEdit &&
                t('admin:lastEdit', {
                  who: lastEdit.by ?? t('admin:audit.erased'),
                  at: formatDateTime(new Date(lastEdit.at), i18n.language),
                })}
          </p>
        </div>
      </form>
    </div>
  );
}
