import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ApiError } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { writeQueue } from '#web/lib/sync/browser-queue.ts';
import { deleteWriteRefusal, type RefusedWrite } from '#web/lib/sync/refused-writes.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { getUnsentWriteKeyAndPath, listTextsOfWrite } from '../model.ts';

/** Lists the writes that the server refused for good: why, and what to do about each. */
export function RefusedWritesDialog({
  refused,
  onClose,
  onSeen,
}: {
  refused: readonly RefusedWrite[];
  onClose: () => void;
  onSeen: () => void;
}) {
  const { t } = useTranslation(['offline']);
  const forget = ({ key }: RefusedWrite) => {
    deleteWriteRefusal(key);
    void writeQueue.forgetRefused(key);
    if (refused.length === 1) onClose();
    else onSeen();
  };
  return (
    <Dialog open onClose={onClose} title={t('offline:refused.title')}>
      <p className="text-ink-2">{t('offline:refused.lead')}</p>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {refused.map((one) => (
          <Refused key={one.key} write={one} onForget={() => forget(one)} />
        ))}
      </ul>
    </Dialog>
  );
}

function Refused({ write, onForget }: { write: RefusedWrite; onForget: () => void }) {
  const { t, i18n } = useTranslation('offline');
  const describeError = useErrorMessage();
  const { thing, path } = getUnsentWriteKeyAndPath(write.route);
  const why = new ApiError(400, JSON.stringify({ error: { code: write.code } }));
  const { data: kept = null } = useQuery({
    queryKey: ['refused-write', write.key],
    queryFn: async () => (await writeQueue.findRefused(write.key)) ?? null,
    staleTime: Infinity,
  });
  const sendAgain = () => {
    if (!kept) return;
    const { refused: _, failures: __, ...again } = kept;
    writeQueue.enqueue({ ...again, key: crypto.randomUUID() });
    onForget();
  };
  return (
    <li className="py-3">
      <p className="font-medium">{t(`things.${thing}`)}</p>
      <p className="text-sm text-ink-2">
        {`${formatDateTime(new Date(write.queuedAt), i18n.language)}. `}
        {write.code === 'invalid_input' ? t('refused.outdated') : describeError(why)}
      </p>
      {listTextsOfWrite(kept?.body).map((text, index) => (
        // What a person wrote stays theirs: it can be read, and copied.
        // oxlint-disable-next-line react/no-array-index-key -- the list does not change
        <blockquote key={index} className="mt-2 border-l-2 border-line pl-3 whitespace-pre-line">
          {text}
        </blockquote>
      ))}
      <div className="flex flex-wrap gap-x-6">
        {kept && (
          <Button variant="quiet" className="px-0 text-sm" onClick={sendAgain}>
            {t('refused.sendAgain')}
          </Button>
        )}
        <Link
          href={path}
          onClick={onForget}
          className="text-link inline-flex min-h-11 items-center text-sm"
        >
          {t('refused.again')}
        </Link>
        <Button variant="quiet" className="px-0 text-sm font-normal" onClick={onForget}>
          {t('refused.forget')}
        </Button>
      </div>
    </li>
  );
}
