import { useTranslation } from '#web/lib/translation.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { TextField } from '#web/ui/field.tsx';
import type { FlightDraft } from '../model.ts';

/** Optional fields for the return flight: its date and time. */
export function ReturnFlightFields({
  draft,
  fault,
  takesFocus,
  set,
}: {
  draft: FlightDraft;
  fault: string | undefined;
  /** Whether the form was opened for the return. */
  takesFocus: boolean;
  set: (part: Partial<FlightDraft>) => void;
}) {
  const { t } = useTranslation('flights');
  return (
    <div className="grid grid-cols-1 gap-5 border-t border-line pt-2">
      <Checkbox
        label={t('hasReturn')}
        checked={draft.hasReturn}
        onChange={(event) => set({ hasReturn: event.target.checked })}
      />
      {draft.hasReturn && (
        <>
          <TextField
            type="date"
            // React's `autoFocus` would be undone by the dialog, which is shown after it and reads the attribute.
            ref={(input) => void input?.toggleAttribute('autofocus', takesFocus)}
            label={t('returnDate')}
            error={fault}
            min={draft.departsOn}
            max="2100-12-31"
            value={draft.returnOn}
            onChange={(event) => set({ returnOn: event.target.value })}
          />
          <TextField
            type="time"
            label={t('returnTime')}
            optional={t('optional')}
            value={draft.returnAt}
            onChange={(event) => set({ returnAt: event.target.value })}
          />
        </>
      )}
    </div>
  );
}
