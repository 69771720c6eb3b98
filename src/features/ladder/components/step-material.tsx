import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ExposurePictureName } from '#shared/rules/ladder.ts';
import { roundToMinutes } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { findStepPicture, findStepRehearsalDose, findStepSound } from '../hooks/use-step-name.ts';
import type { LadderStep } from '../model.ts';
import { findSessionForArea, useAllLibrarySessions } from '../queries.ts';
import { cabinPicture, gatePicture } from './indoor-pictures.tsx';
import { cloudsPicture, mapPicture, nightPicture, wingPicture } from './outdoor-pictures.tsx';
import { LadderSoundPlayer } from './sound-player.tsx';

/**
 * What the person does or looks at in a step of the ladder: its picture, its sound, its session, its scene or its
 * instruction.
 */
export function StepMaterial({ step }: { step: LadderStep }) {
  const { t } = useTranslation('ladder');
  const picture = findStepPicture(step.material);
  const sound = findStepSound(step.material);
  if (picture)
    return (
      <figure>
        <ExposurePicture name={picture} label={t(`pictureAlt.${picture}`)} />
        <figcaption className="mt-3 max-w-prose text-ink-2">{t('step.picture')}</figcaption>
      </figure>
    );
  if (sound) return <LadderSoundPlayer sound={sound} />;
  const rehearsal = findStepRehearsalDose(step.material);
  if (rehearsal)
    return (
      <div>
        <Link href={paths.rehearsal(rehearsal)} asChild>
          <ButtonLink icon={<Icon name="play" className="size-5" />}>
            {t('step.rehearse')}
          </ButtonLink>
        </Link>
        <p className="mt-3 max-w-prose text-ink-2">{t('step.rehearsal')}</p>
      </div>
    );
  if (step.material === 'scene') return <Scene step={step} />;
  return <p className="max-w-prose">{t('step.task')}</p>;
}

function Scene({ step }: { step: LadderStep }) {
  const { t } = useTranslation('ladder');
  const { sessions } = useAllLibrarySessions();
  const session = sessions && findSessionForArea(sessions, 'load', step.area);
  if (!session) return <p className="max-w-prose">{t('step.sessionNone')}</p>;
  return (
    <div>
      <Link href={paths.content(session.id)} asChild>
        <ButtonLink variant="secondary" icon={<Icon name="play" className="size-5" />}>
          {t('step.session', { title: session.title })}
        </ButtonLink>
      </Link>
      <p className="mt-3 max-w-prose text-ink-2">
        {t('step.sessionMinutes', { count: roundToMinutes(session.durationMs) })}
      </p>
    </div>
  );
}

const PICTURES: Record<ExposurePictureName, ReactNode> = {
  gate: gatePicture,
  cabin: cabinPicture,
  wing: wingPicture,
  clouds: cloudsPicture,
  night: nightPicture,
  map: mapPicture,
};

/** An exposure picture, drawn as SVG, so that nothing is downloaded. */
function ExposurePicture({ name, label }: { name: ExposurePictureName; label: string }) {
  return (
    <svg
      viewBox="0 0 320 240"
      role="img"
      aria-label={label}
      className="block w-full rounded-3xl border border-line night:brightness-[.78]"
    >
      {PICTURES[name]}
    </svg>
  );
}
