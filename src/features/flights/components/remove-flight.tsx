import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Flight } from '#shared/contract/flights.ts';
import { ApiError } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useRemoveFlight } from '../queries.ts';

/** Removes a flight after a confirmation. */
export function RemoveFlight({ flight, onRemoved }: { flight: Flight; onRemoved: () => void }) {
  const { t } = useTranslation(['flights', 'errors']);
  const remove = useRemoveFlight();
  const describeError = useErrorMessage();
  const { toast } = useToast();
  const [asked, setAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const ask = (next: boolean) => {
    flushSync(() => setAsked(next));
    // The pressed button was replaced.
    button.current?.focus();
    // Scrolls clear of the sticky footer of the dialog.
    button.current?.scrollIntoView({ block: 'center' });
  };
  if (!asked)
    return (
      <Button ref={button} variant="quiet" className="mt-4 text-sm" onClick={() => ask(true)}>
        {t('flights:remove')}
      </Button>
    );
  const press = () =>
    remove.mutate(flight.id, {
      onSuccess: () => {
        toast({ title: t('flights:removed') });
        onRemoved();
      },
    });
  const network = remove.error instanceof ApiError && remove.error.code === 'network';
  return (
    <div className="mt-5 border-t border-line pt-4">
      <p>
        <strong className="font-medium">{t('flights:removeSure')}</strong>{' '}
        <span className="text-ink-2">{t('flights:removeText')}</span>
      </p>
      <div className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
        <Button ref={button} variant="secondary" busy={remove.isPending} onClick={press}>
          {t('flights:remove')}
        </Button>
        <Button variant="quiet" onClick={() => ask(false)}>
          {t('flights:keep')}
        </Button>
      </div>
      {remove.error && (
        <FieldError>
          {network ? describeError(remove.error) : t('errors:update_profile')}
        </FieldError>
      )}
    </div>
  );
}
