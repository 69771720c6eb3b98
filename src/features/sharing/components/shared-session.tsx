import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SharedSession as Session } from '#shared/contract/contents.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { WindowFrame } from '#web/features/art/components/session-art.tsx';
import {
  ExcerptRoot,
  ExcerptControls,
  ExcerptEnding,
  ExcerptWindow,
} from '#web/features/excerpt/components/excerpt.tsx';
import { paths } from '#web/lib/paths.ts';
import { useSignUpMode } from '#web/lib/sign-up-mode.ts';
import { ButtonLink } from '#web/ui/button.tsx';

const LAYOUT =
  'mx-auto grid w-full max-w-6xl grid-cols-1 gap-x-20 gap-y-6 px-5 pt-6 pb-20 wide:grid-cols-[1.5fr_1fr] wide:px-8 wide:pt-16';

/** What is shown of a shared session. A prerendered page holds placeholders, so that all of it can be any string. */
interface Shown {
  session: Pick<Session, 'kind' | 'category' | 'title' | 'summary'>;
  language: string;
  minutes: string;
  sky: ReactNode;
  children: ReactNode;
}

/** The page of a shared session for a person with a pass, who may hear all of it. */
export function SharedSessionPage({ sky, children, ...shown }: Shown) {
  return (
    <div className={`${LAYOUT} items-center`}>
      <div className="wide:order-last">
        <WindowFrame className="w-32 max-w-full wide:w-72">{sky}</WindowFrame>
      </div>
      <div className="min-w-0">
        <About {...shown} />
        <div className="mt-8">{children}</div>
      </div>
    </div>
  );
}

/** What a guest may play of it: `cues` is JSON, and `text` its sentences as HTML (`renderExcerptHtml`). */
type Playable = Shown & { cues: string; text: string };

/**
 * The page of a shared session for visitors: its description, its first minute to play, and `children`, which explain
 * how to hear the rest.
 */
export function SharedExcerptPage({ children, ...playable }: Playable) {
  const { t } = useTranslation('shared');
  const words = { play: t('page.play'), end: t('page.end'), about: t('page.about') };
  return (
    <PlayableSession {...playable} words={words}>
      <section className="mt-10 border-t border-line pt-6">
        <h2 className="text-2xl">{t('page.restTitle')}</h2>
        {children}
      </section>
    </PlayableSession>
  );
}

/** The page of a free session, to play from beginning to end without an account. */
export function FreeSessionPage(playable: Omit<Playable, 'children'>) {
  const { t } = useTranslation('shared');
  const words = { play: t('free.play'), end: t('free.end'), about: t('free.about') };
  return (
    <PlayableSession {...playable} words={words}>
      <p className="mt-10 border-t border-line pt-6">
        <ButtonLink href={paths.sos()} variant="secondary" className="max-sm:w-full">
          {t('free.more')}
        </ButtonLink>
      </p>
    </PlayableSession>
  );
}

/** A session that can be played, with its words; `children` stand below them. */
export function PlayableSession({
  cues,
  text,
  sky,
  words,
  children,
  ...shown
}: Playable & { words: { play: string; end: string; about: string } }) {
  return (
    <ExcerptRoot language={shown.language} kind={shown.session.kind} cues={cues} className={LAYOUT}>
      <ExcerptWindow sky={sky} className="w-32 max-w-full wide:order-last wide:w-72" />
      <div className="min-w-0">
        <About {...shown}>
          {/* On the first screen of a phone: a visitor at night wants to begin. */}
          <ExcerptControls label={words.play} />
          <ExcerptEnding>
            <p className="max-w-prose">{words.end}</p>
          </ExcerptEnding>
        </About>
        <p className="mt-5 max-w-prose text-sm text-ink-2">{words.about}</p>
        <div
          lang={shown.language}
          className="mt-6 grid max-w-prose gap-3 font-serif text-xl leading-normal text-caption"
          // Safe: `renderExcerptHtml` escapes every sentence.
          dangerouslySetInnerHTML={{ __html: text }}
        />
        {children}
      </div>
    </ExcerptRoot>
  );
}

/** What a session is; `children` come between its title and its summary. */
function About({
  session,
  language,
  minutes,
  children,
}: Pick<Shown, 'session' | 'language' | 'minutes'> & { children?: ReactNode }) {
  const { t } = useTranslation(['shared', 'common']);
  const { kind, category, title, summary } = session;
  return (
    <>
      <p className={`font-medium ${kind === 'load' ? 'text-load' : 'text-flow'}`}>
        {t(`common:kind.${kind}`)}
        {' · '}
        {t(`common:category.${category}`)}
        {' · '}
        {t('shared:page.minutes', { minutes })}
      </p>
      <h1 lang={language} className="mt-2 text-4xl text-pretty">
        {title}
      </h1>
      {children}
      <p lang={language} className="mt-4 max-w-prose text-lg">
        {summary}
      </p>
      <p className="mt-4 max-w-prose text-ink-2">{t('shared:page.what', { name: PRODUCT_NAME })}</p>
    </>
  );
}

/** Explains to visitors how they can hear the whole session, with plain links, which work without a script. */
export function HowToListen({ id, minutes }: { id: string; minutes: string }) {
  const { t } = useTranslation('shared');
  const signUp = useSignUpMode();
  return (
    <>
      <p className="mt-3 max-w-prose text-ink-2">{t(`page.rest.${signUp}`, { minutes })}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        {signUp !== 'closed' && (
          <ButtonLink
            href={signUp === 'open' ? paths.authToContent('sign-up', id) : paths.waitlist()}
            className="max-sm:w-full"
          >
            {t(signUp === 'open' ? 'page.join' : 'page.waitlist')}
          </ButtonLink>
        )}
        <ButtonLink
          href={paths.authToContent('sign-in', id)}
          variant="secondary"
          className="max-sm:w-full"
        >
          {t('page.signIn')}
        </ButtonLink>
      </div>
      <p className="mt-4 max-w-prose text-sm text-ink-2">{t('page.note')}</p>
    </>
  );
}
