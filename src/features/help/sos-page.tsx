import { type ReactNode, type Ref, useCallback } from 'react';
import { SOS_SESSION_IDS, type SosSituation } from '#shared/rules/sos-sessions.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { DeferredChildren } from '#web/ui/deferred-children.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { SosBreathingLight } from './components/sos-breathing-light.tsx';
import { SosStage } from './components/sos-stage.tsx';
import { SOS_PIECES, type SosPiece } from './engine/sos-lines.ts';
import './components/sos.css';

/** The longer session about what a piece is about follows it, so that no situation stands in the list twice. */
const LONGER: Partial<Record<SosPiece, SosSituation>> = {
  heart: 'heart',
  shaking: 'shaking',
  shut: 'urge-to-leave',
  thoughts: 'thoughts',
  breath: 'breath',
};
const OTHERS = [
  'doors',
  'tears',
  'faint',
  'unreal',
  'dropped',
  'at-the-gate',
  'neighbour',
] as const satisfies readonly SosSituation[];

/** “Help me now” within the app, which adds the behaviour to its markup. */
export default function InAppSosPage() {
  const { i18n } = useTranslation('help');
  const { language } = i18n;
  // Once the stage is there, which is the last part of the page to come.
  const attach = useCallback(
    (stage: HTMLElement | null) => {
      const root = stage?.closest<HTMLElement>('[data-sos]');
      if (!root) return undefined;
      let unwire = () => {};
      let isGone = false;
      void import('./engine/attach-sos.ts').then(
        ({ attachSos }) => {
          if (!isGone) unwire = attachSos(root, language);
        },
        // Without it a line unfolds.
        () => {},
      );
      return () => {
        isGone = true;
        unwire();
      };
    },
    [language],
  );
  return <SosPage hasFlight stage={attach} />;
}

/**
 * “Help me now”: six plain lines, of which a tap on one begins its piece at once. Each line is a `<details>` with the
 * words of its piece, so that they are there without any script too; `src/public-pages/sos.ts` adds the behaviour where the
 * app is not. With `hasFlight` the flight page is led to.
 */
export function SosPage({
  hasFlight = false,
  stage,
}: {
  hasFlight?: boolean;
  stage?: Ref<HTMLDialogElement>;
}) {
  const { t } = useTranslation('help');
  usePageTitle(t('sos.title'));
  return (
    <div
      data-sos=""
      className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-x-20 gap-y-8 px-5 pt-6 pb-20 wide:grid-cols-[1.3fr_1fr] wide:px-8 wide:pt-10"
    >
      <div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h1 className="text-4xl text-pretty">{t('sos.title')}</h1>
          <p className="flex flex-wrap gap-x-6">
            <a
              href={paths.tonight()}
              data-card={t('sos.yourCard')}
              className="text-link inline-flex min-h-11 items-center"
            >
              {t('sos.tonight')}
            </a>
            <a href="/help#emergency" className="text-link inline-flex min-h-11 items-center">
              {t('sos.numbers')}
            </a>
          </p>
        </div>
        <p data-part="instead" hidden className="text-ink-2">
          {t('sos.instead')}
        </p>
        <div className="mt-3 grid items-start border-t border-line side:grid-cols-2 side:gap-x-10">
          {SOS_PIECES.map((piece) => (
            <details key={piece} name="piece" data-piece={piece} className="border-b border-line">
              <summary className="flex min-h-16 list-none items-center py-3 font-serif text-xl font-medium text-pretty wide:min-h-18 [&::-webkit-details-marker]:hidden">
                {t(`sos.pieces.${piece}.title`)}
              </summary>
              <DeferredChildren>
                <ol className="sos-lines mb-6 grid gap-3 text-lg">
                  {t(`sos.pieces.${piece}.lines`, { returnObjects: true }).map((line, index) => (
                    <li key={`${index}-${line}`}>{line}</li>
                  ))}
                </ol>
                {LONGER[piece] && (
                  <a
                    href={paths.shared(SOS_SESSION_IDS[LONGER[piece]])}
                    className="text-link mb-4 inline-block py-2.5"
                  >
                    {t('sos.longer')}
                  </a>
                )}
              </DeferredChildren>
            </details>
          ))}
        </div>
        <HowToHear />
      </div>
      <div className="wide:self-center">
        <SosBreathingLight />
      </div>
      <DeferredChildren>
        <div>
          {hasFlight && <MoreHelp />}
          <section aria-labelledby="listen" className="mt-8">
            <h2 id="listen" className="text-xl">
              {t('sos.listen.title')}
            </h2>
            <p className="mt-1 max-w-prose text-ink-2">{t('sos.listen.text')}</p>
            <ul className="mt-3 border-t border-line">
              {OTHERS.map((session) => (
                <LinkRow key={session} href={paths.shared(SOS_SESSION_IDS[session])}>
                  {t(`sos.listen.${session}`)}
                </LinkRow>
              ))}
            </ul>
          </section>
        </div>
        <p className="max-w-prose text-sm text-ink-2 wide:mt-8">{t('sos.body')}</p>
        <SosStage ref={stage} />
      </DeferredChildren>
    </div>
  );
}

/** Aloud, or in silence: remembered on this device. */
function HowToHear() {
  const { t } = useTranslation('help');
  return (
    <fieldset className="sos-how mt-5 grid max-w-md grid-cols-2 rounded-full border border-edge p-1">
      <legend className="sr-only">{t('sos.how.legend')}</legend>
      {(['aloud', 'silent'] as const).map((how) => (
        <label
          key={how}
          className="flex min-h-12 items-center justify-center gap-2 rounded-full px-3 text-center leading-tight text-ink-2 has-checked:bg-sunk has-checked:text-ink has-focus-visible:outline-2"
        >
          <input type="radio" name="sos-how" value={how} className="sr-only" />
          {how === 'aloud' && <Icon name="sound" className="size-5 shrink-0" />}
          {t(`sos.how.${how}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** What a flight has besides, its sounds first. */
function MoreHelp() {
  const { t } = useTranslation('help');
  const ways = [
    [paths.whatWasThat(), 'what'],
    [paths.card(), 'card'],
  ] as const;
  return (
    <ul data-app-links="" className="border-t border-line">
      {ways.map(([href, name]) => (
        <LinkRow key={name} href={href}>
          {t(`sos.${name}`)}
        </LinkRow>
      ))}
    </ul>
  );
}

function LinkRow({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li className="border-b border-line">
      <a href={href} className="group flex min-h-16 items-center justify-between gap-4 py-3">
        <span className="group-hover:underline">{children}</span>
        <Icon name="arrow-right" className="size-5 shrink-0 text-ink-2" />
      </a>
    </li>
  );
}
