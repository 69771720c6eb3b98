import { Fragment } from 'react';
import { isLanguage } from '#shared/rules/languages.ts';
import { UnframedSessionArt } from '#web/features/art/components/session-art.tsx';
import {
  ExcerptRoot,
  ExcerptControls,
  ExcerptEnding,
  ExcerptWindow,
} from '#web/features/excerpt/components/excerpt.tsx';
import { buildExcerptCues } from '#web/features/excerpt/model.ts';
import { useSignUpMode } from '#web/lib/sign-up-mode.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { SignUpLink } from './join-link.tsx';

const BREATHS = 3;

/**
 * One playable minute of a real session on the landing page. A test compares the sentences with the session's script.
 */
export function LandingExcerpt() {
  const { t, i18n } = useTranslation('landing');
  const signUp = useSignUpMode();
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  const lines = t('excerpt.lines', { returnObjects: true });
  const after = t('excerpt.after');
  const cues = buildExcerptCues([...lines, { breaths: BREATHS }, after], language);
  // The first cue is a chime.
  const breathing = lines.length + 1;
  return (
    <section
      id="hear"
      className="render-late-210 sm:render-late-180 wide:render-late-190 scroll-mt-4"
    >
      <ExcerptRoot
        language={language}
        kind="flow"
        cues={JSON.stringify(cues)}
        className="mx-auto grid max-w-6xl gap-y-2 px-5 py-8 sm:grid-cols-[12rem_1fr] sm:gap-x-10 wide:gap-x-20 wide:grid-cols-[1fr_1.5fr] wide:px-8 wide:py-24"
      >
        <ExcerptWindow
          sky={<UnframedSessionArt id="row-2" kind="flow" withSun={false} />}
          className="w-24 sm:w-auto wide:w-72"
        />
        <div className="flex min-w-0 flex-col">
          <p className="font-medium text-flow">{t('excerpt.kind')}</p>
          <h2 className="text-3xl">{t('excerpt.title')}</h2>
          <p className="mt-5 max-w-prose text-ink-2 max-wide:order-last max-sm:sr-only wide:mt-3">
            {t('excerpt.about', { title: t('excerpt.session') })}
          </p>
          <ExcerptControls label={t('excerpt.play')} />
          <ExcerptEnding>
            <p className="max-w-prose">{t('excerpt.end')}</p>
            {signUp === 'open' && <p className="mt-2 max-w-prose">{t('excerpt.next')}</p>}
            <SignUpLink variant="secondary" className="mt-4 max-sm:w-full">
              {t('hero.assess')}
            </SignUpLink>
          </ExcerptEnding>
          <p
            className="mt-5 max-w-prose font-serif text-xl leading-normal text-caption"
            lang={language}
          >
            {lines.map((line, index) => (
              <Fragment key={line}>
                <span className="cue" data-cue={index + 1}>
                  {line}
                </span>{' '}
              </Fragment>
            ))}
            <span className="cue" data-cue={breathing}>
              {t('excerpt.breathing')}
            </span>{' '}
            <span className="cue" data-cue={breathing + 1}>
              {after}
            </span>
          </p>
        </div>
      </ExcerptRoot>
    </section>
  );
}
