import { useState } from 'react';
import { hasErrorCode } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';

interface DeleteButtonProps {
  /** What the button, the question and the answer say. */
  texts: { open: string; title: string; text: string; confirm: string };
  /** The version that was seen. */
  of: { id: string; version: number };
  remove: {
    isPending: boolean;
    error: Error | null;
    mutate: (
      of: { id: string; version: number },
      handlers: { onSuccess: () => void; onError: (error: Error) => void },
    ) => void;
  };
  onDeleted: () => void;
  /** Another admin has saved it meanwhile, and the question is closed. */
  onConflict: (error: Error) => void;
}

/** A button that deletes something that admins edit, after a confirmation that says what deleting it means. */
export function DeleteButton({ texts, of, remove, onDeleted, onConflict }: DeleteButtonProps) {
  const { t } = useTranslation('ui');
  const [isOpen, setOpen] = useState(false);
  const describeError = useErrorMessage();
  const onError = (error: Error) => {
    if (!hasErrorCode(error, 'conflict')) return;
    setOpen(false);
    onConflict(error);
  };
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={texts.title}
        actions={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {t('actions.cancel')}
            </Button>
            <Button
              busy={remove.isPending}
              onClick={() => remove.mutate(of, { onSuccess: onDeleted, onError })}
            >
              {texts.confirm}
            </Button>
          </>
        }
      >
        <p>{texts.text}</p>
        {remove.error && <Notice tone="refusal">{describeError(remove.error)}</Notice>}
      </Dialog>
    </>
  );
}
