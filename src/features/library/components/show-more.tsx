import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';

/** Fetches what follows: pressed, or by itself a little before it comes into view. */
export function ShowMore({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  const { t } = useTranslation('common');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const element = button.current;
    if (!element || busy) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), {
      rootMargin: '0px 0px 320px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [busy, onMore]);
  return (
    <p className="mt-12 text-center">
      <Button ref={button} variant="secondary" busy={busy} onClick={onMore}>
        {t('verbs.showMore')}
      </Button>
    </p>
  );
}
