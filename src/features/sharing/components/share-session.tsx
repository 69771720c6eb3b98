import { useCallback, useEffect, useRef, useState } from 'react';
import type { ContentSummary } from '#shared/contract/contents.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { useToast } from '#web/ui/toast.tsx';

/** Shares a session: by the device's share sheet, else by copying the link, else by showing it. */
export function ShareSessionButton({ content }: { content: Pick<ContentSummary, 'id' | 'title'> }) {
  const { t } = useTranslation(['sharing']);
  const { toast } = useToast();
  const [byHand, setByHand] = useState(false);
  const close = useCallback(() => setByHand(false), []);
  const field = useRef<HTMLInputElement>(null);
  // After the dialog has opened, which focuses its first button.
  useEffect(() => {
    if (byHand) field.current?.focus();
  }, [byHand]);
  const getUrl = () => new URL(paths.shared(content.id), location.origin).href;

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(getUrl());
      toast({ title: t('sharing:copied'), detail: t('sharing:copiedDetail') });
    } catch {
      // The clipboard needs a secure context and permission.
      setByHand(true);
    }
  };
  const share = async () => {
    const what = { title: content.title, text: t('sharing:sent'), url: getUrl() };
    if (!navigator.canShare?.(what)) return copy();
    try {
      await navigator.share(what);
    } catch (error) {
      // The share sheet was dismissed: nothing to report.
      if (error instanceof Error && error.name === 'AbortError') return;
      await copy();
    }
  };
  return (
    <>
      <Button variant="quiet" icon={<Icon name="share" />} onClick={() => void share()}>
        {t('sharing:share')}
      </Button>
      <Dialog open={byHand} onClose={close} title={t('sharing:byHand.title')}>
        <p className="mb-5 text-ink-2">{t('sharing:byHand.text')}</p>
        <TextField
          ref={field}
          label={t('sharing:byHand.label')}
          readOnly
          value={byHand ? getUrl() : ''}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Dialog>
    </>
  );
}
