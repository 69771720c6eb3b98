import { useTranslation } from '#web/lib/translation.ts';
import '#web/ui/player-stage.css';
import './shared-session.css';
import type { ReactNode } from 'react';
import type { SharedSession as Session } from '#shared/contract/contents.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { WindowFrame } from '#web/features/art/components/session-art.tsx';
import {
  ExcerptRoot,
  ExcerptControls,
  ExcerptEnding,
  ExcerptWindow,
} from '#web/features/excerpt/components/excerpt.tsx';
import { HelpButton } from '#web/features/help/components/help-button.tsx';
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
        <SessionHeading {...shown} />
        <div className="mt-4">
          <SessionSummary {...shown} />
        </div>
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

/** The page of a free session, to play from beginning to end without an account; `after` stands at its end. */
export function FreeSessionPage({
  after,
  ...playable
}: Omit<Playable, 'children'> & { after?: ReactNode }) {
  const { t } = useTranslation('shared');
  const words = { play: t('free.play'), end: t('free.end'), about: t('free.about') };
  return (
    <PlayableSession {...playable} words={words} after={after}>
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
  after,
  children,
  ...shown
}: Playable & { words: { play: string; end: string; about: string }; after?: ReactNode }) {
  return (
    <ExcerptRoot
      language={shown.language}
      kind={shown.session.kind}
      cues={cues}
      className="mx-auto w-full max-w-6xl px-5 pt-6 pb-20 wide:px-8 wide:pt-16"
    >
      {/* While it plays, light, words and keys have the screen to themselves. */}
      <div data-stage="">
        <div>
          <ExcerptWindow sky={sky} className="player-art shared-art" size="stage" />
          <div className="player-head shared-head">
            <div>
              <SessionHeading {...shown} />
            </div>
            <div>
              <HelpButton isCompact />
            </div>
          </div>
          {/* On the first screen of a phone: a visitor at night wants to begin. */}
          <div className="player-bar">
            <ExcerptControls label={words.play} offersSilence />
          </div>
          <div data-words="" className="player-words">
            <p
              data-line=""
              data-captions=""
              hidden
              aria-hidden="true"
              lang={shown.language}
              className="font-serif text-[min(var(--text-3xl),10vw)] leading-snug font-medium text-pretty wide:text-4xl"
            />
            <ExcerptEnding>{after ?? <p className="max-w-prose">{words.end}</p>}</ExcerptEnding>
          </div>
        </div>
      </div>
      <div className="mt-4">
        <SessionSummary {...shown} />
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

type Described = Pick<Shown, 'session' | 'language' | 'minutes'>;

/** What kind a session is, how long it takes, and its title. */
function SessionHeading({ session, language, minutes }: Described) {
  const { t } = useTranslation(['shared', 'common']);
  const { kind, category, title } = session;
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
    </>
  );
}

/** What a session is about, and where it comes from. */
function SessionSummary({ session, language }: Described) {
  const { t } = useTranslation('shared');
  return (
    <>
      <p lang={language} className="max-w-prose text-lg">
        {session.summary}
      </p>
      <p className="mt-4 max-w-prose text-ink-2">{t('page.what', { name: PRODUCT_NAME })}</p>
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
        <FreeSessionLink />
        {signUp !== 'closed' && (
          <ButtonLink
            href={signUp === 'open' ? paths.authToContent('sign-up', id) : paths.waitlist()}
            variant="secondary"
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

/** Before a pass or an account: who was stopped after a minute is helped first. */
export function FreeSessionLink() {
  const { t } = useTranslation('shared');
  return (
    <ButtonLink href={paths.tonight()} className="max-sm:w-full">
      {t('page.free')}
    </ButtonLink>
  );
}
