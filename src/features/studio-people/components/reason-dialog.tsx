import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '#web/lib/error-message.ts';
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
  error: unknown;
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
  const [reason, setReason] = useState('');
  const describeError = useErrorMessage();
  const form = useId();
  const given = reason.trim();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (given !== '' && isReady) onConfirm(given);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={t('ui:actions.close')}
      actions={
        <>
          <Button type="submit" form={form} busy={isBusy} disabled={given === '' || !isReady}>
            {confirm}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('ui:actions.cancel')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-5" onSubmit={submit}>
        <div className="text-ink-2">{text}</div>
        {props.children}
        <TextArea
          label={t('studio-people:reason.label')}
          hint={t('studio-people:reason.hint')}
          rows={2}
          maxLength={300}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {error !== null && <Notice tone="refusal">{describeError(error)}</Notice>}
      </form>
    </Dialog>
  );
}
