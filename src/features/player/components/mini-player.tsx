import { useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { roundToMinutes } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink, IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { currentSessionStore } from '../session/now-playing.ts';
import type { OpenSession } from '../engine/open-session.ts';
import { usePlayerState, usePlaybackSeconds, useSleepChoice } from '../hooks/use-player.ts';
import { getPlayLabelKey, willPressPause } from '../model.ts';

/** A small player shown on other pages while a session continues: its title, time left, and a link back. */
export default function MiniPlayer({ session }: { session: OpenSession }) {
  const { t } = useTranslation(['player', 'common']);
  const { content, player, href } = session;
  const state = usePlayerState(player);
  const marks = useSyncExternalStore(session.subscribe, session.getStatus);
  const end = marks.completed || content.completed ? 'player:after.title' : 'player:after.atEnd';
  const waiting =
    content.cues[state.cue]?.type === 'rate' ? 'player:hold.asks' : 'player:hold.waits';
  const seconds = usePlaybackSeconds(player, state.playing);
  const leftMs = Math.max(0, content.durationMs - seconds * 1000);
  const part = Math.min(1, (seconds * 1000) / content.durationMs);
  return (
    <section
      aria-label={t('player:mini.label')}
      data-no-print=""
      className="settle @container relative border-t border-line bg-raised"
    >
      <span
        aria-hidden="true"
        className="absolute -top-px left-0 h-0.5 w-full origin-left bg-horizon"
        style={{ transform: `scaleX(${part})` }}
      />
      {/* With large text, the buttons stand under the title. */}
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-end gap-1 pr-2 pl-5 @min-[17rem]:flex-nowrap wide:px-8">
        <Link
          href={href}
          className="group flex min-h-14 min-w-0 grow basis-full items-center gap-3.5 py-1.5 @min-[17rem]:basis-0"
        >
          <span
            aria-hidden="true"
            className={`hidden w-8 shrink-0 ${state.ended ? '@min-[26rem]:block' : '@min-[17rem]:block'}`}
          >
            <SessionArt id={content.id} kind={content.kind} subject={content.situations[0]} />
          </span>
          <span className="min-w-0">
            <span className="sr-only">{t('player:mini.return')} </span>
            <span
              lang={content.language}
              className="line-clamp-1 font-medium underline-offset-4 group-hover:underline"
            >
              {content.title}
            </span>
            <span className="tabular line-clamp-1 text-sm text-ink-2">
              {state.ended ? (
                t(end)
              ) : state.held ? (
                t(waiting)
              ) : (
                <TimeLeft session={session} ms={leftMs} />
              )}
            </span>
          </span>
        </Link>
        {state.ended ? (
          <Link href={href} asChild>
            <ButtonLink variant="secondary" className="min-h-11 shrink-0 px-4">
              {t('player:mini.rate')}
            </ButtonLink>
          </Link>
        ) : (
          <IconButton
            label={t(`player:${getPlayLabelKey(state)}`)}
            className="shrink-0"
            onClick={player.toggle}
          >
            <Icon name={willPressPause(state) ? 'pause' : 'play'} />
          </IconButton>
        )}
        <IconButton
          label={t('player:mini.close')}
          className="shrink-0"
          onClick={currentSessionStore.close}
        >
          <Icon name="close" className="size-5" />
        </IconButton>
      </div>
      <span aria-live="polite" className="sr-only">
        {state.ended ? t('player:mini.over', { title: content.title }) : ''}
        {state.held && !state.ended ? t(waiting) : ''}
      </span>
    </section>
  );
}

function TimeLeft({ session, ms }: { session: OpenSession; ms: number }) {
  const { t } = useTranslation('player');
  const asleep = useSleepChoice(session) !== null;
  return (
    <>
      {t('mini.left', { count: roundToMinutes(ms) })}
      {asleep && ` · ${t('sleep.on')}`}
    </>
  );
}
