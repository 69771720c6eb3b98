import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRename } from '#web/features/account/hooks/use-rename.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { getFieldFaults } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { cleanName, MAX_NAME_LENGTH } from '../model.ts';

/** The profile's section with the person's name, or its form while it is edited. */
export function NameSection() {
  const { t } = useTranslation(['profile', 'errors', 'ui']);
  const { name } = useProfile();
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const save = useRename();
  const { toast } = useToast();

  const leave = () => {
    setTyped(null);
    setError(null);
    // The form closed: the focus returns to the button that opened it.
    requestAnimationFrame(() => edit.current?.focus());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const cleaned = cleanName(typed ?? '');
    if (cleaned === null) return setError(t('profile:you.nameMissing'));
    setError(null);
    return save.mutate(cleaned, {
      onSuccess: () => {
        toast({ title: t('profile:you.saved') });
        leave();
      },
      onError: (refusal) => {
        const fault = getFieldFaults(refusal)['name'];
        setError(fault ? t(fault) : t('errors:update_profile'));
      },
    });
  };

  if (typed === null)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p className="min-w-0 font-serif text-2xl">{name}</p>
        <Button ref={edit} variant="quiet" className="px-0 text-sm" onClick={() => setTyped(name)}>
          {t('profile:you.edit')}
        </Button>
      </div>
    );
  return (
    <form noValidate onSubmit={submit} className="grid max-w-md gap-4">
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button just pressed
        autoFocus
        label={t('profile:you.name')}
        hint={t('profile:you.nameHint')}
        error={error}
        autoComplete="given-name"
        maxLength={MAX_NAME_LENGTH}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending}>
          {t('profile:you.save')}
        </Button>
        <Button variant="secondary" onClick={leave}>
          {t('ui:actions.cancel')}
        </Button>
      </div>
    </form>
  );
}
