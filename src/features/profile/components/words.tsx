import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { FeedbackDialog } from '#web/features/feedback/components/feedback-dialog.tsx';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';

/** Where to ask and where to tell, also once the beta banner has been put away. */
export function Words() {
  const { t } = useTranslation('profile');
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <div className="flex flex-wrap gap-x-6">
      <Link href={paths.help()} className="text-link inline-flex min-h-11 min-w-11 items-center">
        {t('feedback.help')}
      </Link>
      <Button variant="quiet" className="min-h-11 px-0 font-normal" onClick={() => setOpen(true)}>
        {t('feedback.write')}
      </Button>
      <FeedbackDialog open={open} onClose={close} />
    </div>
  );
}
