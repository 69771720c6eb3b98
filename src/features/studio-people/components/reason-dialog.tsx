import { type ReactNode, useId } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';

interface ReasonDialogProps {
  title: string;
  /** What will happen. */
  text: ReactNode;
  confirm: string;
  isBusy: boolean;
  error: Error | null;
  /** False while something else in the dialog is missing. */
  isReady?: boolean;
  onClose: () => void;
  onConfirm: (reason: string) => void;
  /** Further fields, above the reason. */
  children?: ReactNode;
}

/**
 * A dialog that says what an action does to an account and asks for the reason; `onConfirm` gets it, trimmed and not
 * empty.
 */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, confirm, isBusy, error, isReady = true, onClose, onConfirm } = props;
  const { t } = useTranslation(['studio-people', 'ui']);
  const id = useId();
  const form = useForm({
    initial: { reason: '' },
    request: { error, isPending: isBusy },
    onSubmit: ({ reason }) => {
      if (reason.trim() !== '' && isReady) onConfirm(reason.trim());
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button
            type="submit"
            form={id}
            busy={isBusy}
            disabled={form.draft.reason.trim() === '' || !isReady}
          >
            {confirm}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('ui:actions.cancel')}
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className="grid gap-5">
        <div className="text-ink-2">{text}</div>
        {props.children}
        <TextArea
          {...form.bindInput('reason')}
          label={t('studio-people:reason.label')}
          hint={t('studio-people:reason.hint')}
          rows={2}
          maxLength={300}
        />
        {form.failure && <Notice tone="refusal">{form.failure}</Notice>}
      </form>
    </Dialog>
  );
}
