import type { ReactNode } from 'react';
import { COOKIE_CATEGORIES } from '#shared/rules/cookie-consent.ts';
import type { PageNoticePlaces } from '#shared/rules/page-notices.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';

interface CookieNoticeProps {
  /** Whose decision it is; null for a visitor's. */
  userId?: string | null;
  place: PageNoticePlaces['consent'];
  /** Whether the page is a public document, where scripts of third parties may run. */
  isPublic?: boolean;
}

/** The markup of the cookie banner and its preferences, both closed; engine/cookie-notice.ts opens them. */
export function CookieNotice({ userId = null, place, isPublic }: CookieNoticeProps) {
  return (
    <div
      data-cookies={userId ?? ''}
      data-third-parties={isPublic ? '' : undefined}
      data-no-print
      // On a very narrow screen, and below a goodbye (landing-page.tsx), it would lie over the page's way in, and stands at its end.
      className={
        place === 'held'
          ? 'bottom-0 z-20 min-[22rem]:taller:sticky data-high:static [:has([data-goodbye]:not([hidden]))>&]:static'
          : undefined
      }
    >
      {/* In the app people have come to do something: one line. */}
      {userId === null ? <Banner /> : <BannerLine />}
      <Preferences />
    </div>
  );
}

function Banner() {
  const { t } = useTranslation('cookies');
  return (
    <section
      data-cookie-banner=""
      hidden
      aria-labelledby="cookie-banner"
      className="border-t border-line bg-raised text-sm"
    >
      <div className="mx-auto grid max-w-6xl grid-cols-1 gap-x-10 gap-y-1.5 px-5 pt-2 pb-1.5 wide:grid-cols-[1fr_auto] wide:items-center wide:px-8">
        <div className="max-w-xl">
          <h2 id="cookie-banner" className="text-base leading-tight sm:text-lg">
            {t('banner.title')}
          </h2>
          <p className="leading-snug text-balance sm:mt-1">{t('banner.text')}</p>
        </div>
        <div className="grid max-w-xl grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-x-2 *:px-2 wide:w-96">
          <Button variant="secondary" data-cookie="refuse">
            {t('banner.refuse')}
          </Button>
          <Button variant="secondary" data-cookie="accept">
            {t('banner.accept')}
          </Button>
          <Button variant="quiet" data-cookie="choose">
            {t('banner.choose')}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** The banner as one line, above the app's navigation; what it says at length is a tap away. */
function BannerLine() {
  const { t } = useTranslation('cookies');
  return (
    <section
      data-cookie-banner=""
      hidden
      aria-labelledby="cookie-banner"
      className="@container border-t border-line bg-raised text-sm"
    >
      <div className="mx-auto flex max-w-6xl items-center gap-x-1 px-4 @max-[17rem]:flex-wrap @max-[17rem]:py-2 wide:gap-x-4 wide:px-8">
        <h2 className="min-w-0 grow font-sans text-sm leading-tight font-medium">
          <span id="cookie-banner">{t('banner.title')}</span>
          <span className="ml-2 font-normal text-ink-2 max-wide:sr-only">{t('banner.text')}</span>
        </h2>
        {(['refuse', 'accept', 'choose'] as const).map((answer) => (
          <Button
            key={answer}
            variant="quiet"
            data-cookie={answer}
            className="min-w-17 shrink-0 px-1 @max-[17rem]:min-w-0 wide:min-w-24"
          >
            {t(`banner.${answer}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}

function Preferences() {
  const { t } = useTranslation('cookies');
  return (
    <dialog
      aria-labelledby="cookie-dialog"
      className="settle m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-lg overflow-y-auto rounded-3xl bg-raised p-0 text-base text-ink max-sm:mb-4"
    >
      <div className="flex items-start justify-between gap-4 py-4 pr-3 pl-6">
        <h2 id="cookie-dialog" className="min-w-0 pt-2 text-xl">
          {t('dialog.title')}
        </h2>
        <IconButton label={t('dialog.close')} data-cookie="close" className="shrink-0">
          <Icon name="close" />
        </IconButton>
      </div>
      <ul className="mx-6 divide-y divide-line border-y border-line">
        <li className="flex items-center justify-between gap-4 py-3">
          <Category name={t('dialog.necessary')} text={t('dialog.necessaryText')} />
          <span className="shrink-0 text-sm text-ink-2">{t('dialog.always')}</span>
        </li>
        {COOKIE_CATEGORIES.map((category) => (
          <li key={category}>
            <label
              htmlFor={`cookies-${category}`}
              className="flex cursor-pointer items-center justify-between gap-4 py-3 has-disabled:cursor-not-allowed"
            >
              <Category name={t(`dialog.${category}`)} text={t(`dialog.${category}Text`)} />
              <input
                id={`cookies-${category}`}
                type="checkbox"
                name={category}
                className="peer sr-only"
              />
              <SwitchMark />
            </label>
          </li>
        ))}
      </ul>
      <p className="mx-6 mt-4 text-sm text-ink-2">{t('dialog.kept')}</p>
      <p data-cookie-signal="" hidden className="mx-6 mt-2 text-sm text-ink-2">
        {t('dialog.signal')}
      </p>
      {/* In sight from the beginning: a reader who has to scroll for "refuse" gives up and accepts. */}
      <div className="bottom-0 grid grid-cols-2 gap-x-3 gap-y-2 bg-raised px-6 pt-4 pb-5 *:px-2 taller:sticky">
        <Button variant="secondary" data-cookie="refuse">
          {t('dialog.refuseAll')}
        </Button>
        <Button variant="secondary" data-cookie="accept">
          {t('dialog.acceptAll')}
        </Button>
        <Button data-cookie="save" className="col-span-2">
          {t('dialog.save')}
        </Button>
      </div>
    </dialog>
  );
}

function Category({ name, text }: { name: ReactNode; text: ReactNode }) {
  return (
    <span className="min-w-0">
      <span className="block">{name}</span>
      <span className="block text-sm text-ink-2">{text}</span>
    </span>
  );
}

/** What a switch looks like, beside the checkbox that it is. */
function SwitchMark() {
  return (
    <span
      aria-hidden="true"
      className="flex h-7 w-12 shrink-0 items-center rounded-full border-[1.5px] border-edge bg-raised px-0.5 transition-colors peer-checked:border-ink peer-checked:bg-ink peer-checked:*:translate-x-5 peer-checked:*:bg-horizon peer-focus-visible:outline-[2.5px] peer-focus-visible:outline-offset-3 peer-focus-visible:outline-load peer-disabled:opacity-55"
    >
      <span className="size-5 rounded-full border-[1.5px] border-edge transition-transform" />
    </span>
  );
}
