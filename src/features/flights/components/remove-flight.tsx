import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Flight } from '#shared/contract/flights.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { useRemoveFlight, useSaveFlight } from '../hooks/use-save-flight.ts';

/** A button that removes a flight: a future one at once; a past one, which cannot be restored, after a confirmation. */
export function RemoveFlightButton({
  flight,
  day,
  canUndo,
  onRemoved,
}: {
  flight: Flight;
  /** Its date as it is shown. */
  day: string;
  canUndo: boolean;
  onRemoved: () => void;
}) {
  const { t } = useTranslation('flights');
  const remove = useRemoveFlight();
  const describeError = useErrorMessage();
  const [asked, setAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const ask = (next: boolean) => {
    flushSync(() => setAsked(next));
    // The pressed button was replaced.
    button.current?.focus();
  };
  // A promise, because the callbacks of `mutate` go with the row; a failure is shown below.
  const press = () => void remove.mutateAsync(flight.id).then(onRemoved, () => undefined);
  const error = remove.error && (
    <div className="basis-full pb-3">
      <FieldError>{describeError(remove.error)}</FieldError>
    </div>
  );
  if (!asked)
    return (
      <>
        <IconButton
          ref={button}
          label={t('removeOf', { day })}
          className="-mr-3 shrink-0 text-ink-2"
          onClick={() => (canUndo ? press() : ask(true))}
          disabled={remove.isPending}
        >
          <Icon name="bin" className="size-5" />
        </IconButton>
        {error}
      </>
    );
  return (
    <div className="basis-full pb-4">
      <p>
        <strong className="font-medium">{t('removeSure')}</strong>{' '}
        <span className="text-ink-2">{t('removeText')}</span>
      </p>
      <div className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
        <Button ref={button} variant="secondary" busy={remove.isPending} onClick={press}>
          {t('remove')}
        </Button>
        <Button variant="quiet" onClick={() => ask(false)}>
          {t('keep')}
        </Button>
      </div>
      {error}
    </div>
  );
}

/** Says that a flight was removed; with `canUndo`, a button adds it again. */
export function RemovedFlightNotice({
  flight,
  canUndo,
  onAdded,
}: {
  flight: Flight;
  canUndo: boolean;
  onAdded: () => void;
}) {
  const { t } = useTranslation('flights');
  const add = useSaveFlight();
  const describeError = useErrorMessage();
  const { id: _id, ...details } = flight;
  return (
    <div className="mb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <output>{t('removed')}</output>
        {canUndo && (
          <Button
            variant="quiet"
            busy={add.isPending}
            onClick={() => add.mutate({ id: null, details }, { onSuccess: onAdded })}
          >
            {t('undo')}
          </Button>
        )}
      </div>
      {add.error && <FieldError>{describeError(add.error)}</FieldError>}
    </div>
  );
}
