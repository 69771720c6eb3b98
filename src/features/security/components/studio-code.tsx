import { useId } from 'react';
import { hasErrorCode } from '#web/lib/api.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useVerifyStudioCode } from '../queries.ts';

/** The code that opens the studio, in place of its page. */
export function StudioCodeForm() {
  const { t } = useTranslation('security');
  const id = useId();
  const give = useVerifyStudioCode();
  return (
    <section aria-labelledby={`${id}-title`} className="grid max-w-md gap-4">
      <h2 id={`${id}-title`} className="text-xl">
        {t('studioFactor.title')}
      </h2>
      <CodeForm id={id} give={give} />
      <div>
        <Button type="submit" form={id} busy={give.isPending}>
          {t('studioFactor.submit')}
        </Button>
      </div>
    </section>
  );
}

/** The code after a new sign-in, which what was asked for waits for. */
export function StudioCodeDialog({ leave, goOn }: { leave: () => void; goOn: () => void }) {
  const { t } = useTranslation(['security', 'ui']);
  const id = useId();
  const give = useVerifyStudioCode();
  return (
    <Dialog
      open
      onClose={leave}
      title={t('security:studioFactor.title')}
      actions={
        <>
          <Button type="submit" form={id} busy={give.isPending}>
            {t('security:fresh.submit')}
          </Button>
          <Button variant="secondary" onClick={leave}>
            {t('ui:actions.cancel')}
          </Button>
        </>
      }
    >
      <CodeForm id={id} give={give} onSuccess={goOn} />
    </Dialog>
  );
}

function CodeForm({
  id,
  give,
  onSuccess,
}: {
  id: string;
  give: ReturnType<typeof useVerifyStudioCode>;
  onSuccess?: () => void;
}) {
  const { t } = useTranslation(['security', 'auth', 'errors']);
  const form = useForm({
    initial: { code: '' },
    validate: ({ code }) => ({ code: code.trim() === '' && t('errors:field.too_small') }),
    request: give,
    describeRefusal: (error) => ({
      code: hasErrorCode(error, 'wrong_code') && t('errors:wrong_code'),
    }),
    onSubmit: ({ code }) => give.mutate(code, { ...(onSuccess && { onSuccess }) }),
  });
  return (
    <form {...form.props} id={id} className="grid gap-4">
      <p className="text-ink-2">{t('security:studioFactor.ask')}</p>
      <TextField
        {...form.bindInput('code')}
        label={t('auth:code')}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
      />
      {form.failure && <Notice tone="refusal">{form.failure}</Notice>}
    </form>
  );
}
