import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { PRODUCT_NAME } from '#shared/product.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Section } from '#web/ui/page.tsx';
import { formatBytes, type Kept } from '../model.ts';
import { useDrop, useKept, useRoom } from '../queries.ts';

/** In the settings: what is on this device, how much it takes, and the way to remove it. */
export function Downloads() {
  const { t } = useTranslation('downloads');
  const { data: kept } = useKept();
  const drop = useDrop();
  const list = useRef<HTMLDivElement>(null);
  // The button that was pressed goes with its row: the focus stays in the list.
  const remove = (id: string) => drop.mutate(id, { onSuccess: () => list.current?.focus() });
  return (
    <Section title={t('settings.title')}>
      <div ref={list} tabIndex={-1} className="outline-none">
        {kept?.length === 0 && <p className="max-w-prose text-ink-2">{t('settings.none')}</p>}
        {kept && kept.length > 0 && (
          <>
            <p className="max-w-prose text-ink-2">{t('settings.lead', { name: PRODUCT_NAME })}</p>
            <ul className="mt-4">
              {kept.map((one) => (
                <Row key={one.id} kept={one} onRemove={() => remove(one.id)} />
              ))}
            </ul>
            <Room kept={kept} />
          </>
        )}
        {drop.isError && <FieldError>{t('removeFailed')}</FieldError>}
      </div>
    </Section>
  );
}

function Row({ kept, onRemove }: { kept: Kept; onRemove: () => void }) {
  const { t, i18n } = useTranslation('downloads');
  const { id, title, language } = kept.content;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-1.5">
      <Link
        href={paths.content(id)}
        lang={language}
        className="inline-flex min-h-11 min-w-0 flex-1 basis-36 items-center underline-offset-6 hover:underline"
      >
        {title}
      </Link>
      <span className="tabular text-sm text-ink-2">{formatBytes(kept.bytes, i18n.language)}</span>
      <Button
        variant="quiet"
        className="px-0 text-sm font-normal"
        aria-label={t('settings.remove', { title })}
        onClick={onRemove}
      >
        {t('settings.removeShort')}
      </Button>
    </li>
  );
}

/** What it comes to, and how safe it is here, in the browser's own words about itself. */
function Room({ kept }: { kept: readonly Kept[] }) {
  const { t, i18n } = useTranslation('downloads');
  const { data: room } = useRoom();
  const sizeOf = (bytes: number) => formatBytes(bytes, i18n.language);
  const all = kept.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <p className="mt-4 max-w-prose text-sm text-ink-2">
      {t('settings.total', { count: kept.length, size: sizeOf(all) })}
      {'. '}
      {room && room.free !== null && (
        <>{t('settings.free', { size: sizeOf(room.free), name: PRODUCT_NAME })} </>
      )}
      {room && t(room.promised ? 'settings.promised' : 'settings.notPromised')}
    </p>
  );
}
