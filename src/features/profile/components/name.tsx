import { useRef, useState } from 'react';
import { useChangeName } from '#web/features/account/hooks/use-change-name.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { normaliseProfileName, MAX_NAME_LENGTH } from '../model.ts';

/** The profile's section with the person's name, or its form while it is edited. */
export function NameSection() {
  const { t } = useTranslation('profile');
  const { name } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const leave = () => {
    setOpen(false);
    // The form closed: the focus returns to the button that opened it.
    requestAnimationFrame(() => edit.current?.focus());
  };
  if (isOpen) return <NameForm name={name} leave={leave} />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6">
      <p className="min-w-0 font-serif text-2xl">{name}</p>
      <Button ref={edit} variant="quiet" className="px-0 text-sm" onClick={() => setOpen(true)}>
        {t('you.edit')}
      </Button>
    </div>
  );
}

function NameForm({ name, leave }: { name: string; leave: () => void }) {
  const { t } = useTranslation(['profile', 'errors', 'ui']);
  const save = useChangeName();
  const { toast } = useToast();
  const onSuccess = () => {
    toast({ title: t('profile:you.saved') });
    leave();
  };
  const form = useForm({
    initial: { name },
    validate: (draft) => ({
      name: normaliseProfileName(draft.name) === null && t('profile:you.nameMissing'),
    }),
    request: save,
    onSubmit: (draft) => save.mutate(normaliseProfileName(draft.name) ?? name, { onSuccess }),
  });
  return (
    <form {...form.props} className="grid max-w-md gap-4">
      <TextField
        {...form.bindInput('name')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button just pressed
        autoFocus
        label={t('profile:you.name')}
        hint={t('profile:you.nameHint')}
        error={form.faults['name'] ?? (form.error && t('errors:update_profile'))}
        autoComplete="given-name"
        maxLength={MAX_NAME_LENGTH}
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
