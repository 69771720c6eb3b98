import { useState } from 'react';
import { useLocation } from 'wouter';
import type { PersonDetails } from '#shared/contract/people.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Section } from '#web/ui/page.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { type PersonActionName, usePersonAction, useErasePerson } from '../queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/**
 * The actions that the studio can take on an account, each with a reason; erasing it is for admins, and also asks for
 * its e-mail address.
 */
export function PersonActions({ person }: { person: PersonDetails }) {
  const { t } = useTranslation('studio-people');
  const [open, setOpen] = useState<PersonActionName | 'erase' | null>(null);
  const { role } = useProfile();
  const deeds: PersonActionName[] = person.signIn
    ? ['resend', 'resetLink', 'sync', 'signOut', 'export']
    : ['resend', 'sync', 'export'];
  const close = () => setOpen(null);
  return (
    <Section title={t('deeds.title')}>
      <div className="flex flex-wrap gap-3">
        {deeds.map((name) => (
          <Button key={name} variant="secondary" onClick={() => setOpen(name)}>
            {t(`deeds.${name}.open`)}
          </Button>
        ))}
        {role === 'admin' && person.role === 'member' && (
          <Button variant="quiet" className="px-3" onClick={() => setOpen('erase')}>
            {t('erase.open')}
          </Button>
        )}
      </div>
      {person.role !== 'member' && (
        <p className="mt-3 max-w-prose text-sm text-ink-2">{t('erase.admin')}</p>
      )}
      {open === 'erase' && <ErasePerson person={person} onClose={close} />}
      {open && open !== 'erase' && <Deed key={open} name={open} person={person} onClose={close} />}
    </Section>
  );
}

function Deed({
  name,
  person,
  onClose,
}: {
  name: PersonActionName;
  person: PersonDetails;
  onClose: () => void;
}) {
  const { t } = useTranslation('studio-people');
  const { toast } = useToast();
  const deed = usePersonAction(person.id);
  return (
    <ReasonDialog
      title={t(`deeds.${name}.title`)}
      text={t(`deeds.${name}.text`)}
      confirm={t(`deeds.${name}.open`)}
      isBusy={deed.isPending}
      error={deed.error}
      onClose={onClose}
      onConfirm={(reason) =>
        deed.mutate(
          { name, reason },
          {
            onSuccess: () => {
              toast({ title: t(`deeds.${name}.done`) });
              onClose();
            },
          },
        )
      }
    />
  );
}

function ErasePerson({ person, onClose }: { person: PersonDetails; onClose: () => void }) {
  const { t } = useTranslation('studio-people');
  const { toast } = useToast();
  const [, navigate] = useLocation();
  const erase = useErasePerson(person.id);
  const [typed, setTyped] = useState('');
  return (
    <ReasonDialog
      title={t('erase.title')}
      text={t('erase.text')}
      confirm={t('erase.confirm')}
      isBusy={erase.isPending}
      error={erase.error}
      isReady={typed.trim().toLowerCase() === person.email.toLowerCase()}
      onClose={onClose}
      onConfirm={(reason) =>
        erase.mutate(
          { email: typed.trim(), reason },
          {
            onSuccess: () => {
              toast({ title: t('erase.done') });
              navigate(paths.studioPeople());
            },
          },
        )
      }
    >
      <TextField
        label={t('erase.email')}
        hint={person.email}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </ReasonDialog>
  );
}
