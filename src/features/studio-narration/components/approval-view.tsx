import { useState } from 'react';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { useTranslation } from '#web/lib/translation.ts';
import { InlineSelect } from '#web/ui/field.tsx';
import { useSpokenRecording, useUnapprovedRecordings, type RecordingKey } from '../queries.ts';
import { SpokenRecordingReview } from './spoken-recording.tsx';

const getKey = ({ contentId, language }: RecordingKey) => `${contentId} ${language}`;

/** The queue of what was spoken and is not approved: one recording after the other. */
export function RecordingApprovalView() {
  const { t } = useTranslation(['studio-narration', 'common']);
  const { data, error, refetch } = useUnapprovedRecordings();
  const [chosen, setChosen] = useState<string | null>(null);
  if (!data) return <LoadState data={data} error={error} refetch={refetch} count={6} />;
  const { waiting } = data;
  const found = waiting.findIndex((one) => getKey(one) === chosen);
  const index = Math.max(0, found);
  const waitingKey = waiting[index];
  if (!waitingKey) return <p className="text-lg">{t('studio-narration:approve.none')}</p>;
  // It stays the chosen one, although another take makes it the newest.
  if (chosen === null) setChosen(getKey(waitingKey));
  // After the last one comes the first that was passed over.
  const next = waiting[(index + 1) % waiting.length] ?? waitingKey;
  const goOn = () => setChosen(getKey(next));
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <InlineSelect
        label={t('studio-narration:approve.which')}
        value={getKey(waitingKey)}
        onChange={({ target }) => setChosen(target.value)}
        options={waiting.map((one) => ({
          value: getKey(one),
          label: `${one.title} · ${t(`common:language.${one.language}`)}`,
        }))}
      />
      <OneRecording key={getKey(waitingKey)} recordingKey={waitingKey} onNext={goOn} />
    </div>
  );
}

function OneRecording({
  recordingKey,
  onNext,
}: {
  recordingKey: RecordingKey;
  onNext: () => void;
}) {
  const { data, error, refetch } = useSpokenRecording(recordingKey);
  if (data)
    return <SpokenRecordingReview recordingKey={recordingKey} recording={data} onNext={onNext} />;
  return <LoadState data={data} error={error} refetch={refetch} count={6} />;
}
