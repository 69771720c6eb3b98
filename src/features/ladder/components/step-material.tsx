import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { durationMinutes } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import type { Step } from '../model.ts';
import { sessionFor, useEverySession } from '../queries.ts';
import { ExposurePicture } from './exposure-picture.tsx';
import { SoundPlayer } from './sound-player.tsx';
import { pictureOf, soundOf } from './step-name.ts';

/** What a step is made of, opened: its picture, its sound, its scene, or what there is to do. */
export function StepMaterial({ step }: { step: Step }) {
  const { t } = useTranslation('ladder');
  const picture = pictureOf(step.material);
  const sound = soundOf(step.material);
  if (picture)
    return (
      <figure>
        <ExposurePicture name={picture} label={t(`pictureAlt.${picture}`)} />
        <figcaption className="mt-3 max-w-prose text-ink-2">{t('step.picture')}</figcaption>
      </figure>
    );
  if (sound) return <SoundPlayer sound={sound} />;
  if (step.material === 'scene') return <Scene step={step} />;
  return <p className="max-w-prose">{t('step.task')}</p>;
}

function Scene({ step }: { step: Step }) {
  const { t } = useTranslation('ladder');
  const { sessions } = useEverySession();
  const session = sessions && sessionFor(sessions, 'load', step.area);
  if (!session) return <p className="max-w-prose">{t('step.sessionNone')}</p>;
  return (
    <div>
      <Link href={paths.content(session.id)} asChild>
        <ButtonLink variant="secondary" icon={<Icon name="play" className="size-5" />}>
          {t('step.session', { title: session.title })}
        </ButtonLink>
      </Link>
      <p className="mt-3 max-w-prose text-ink-2">
        {t('step.sessionMinutes', { count: durationMinutes(session.durationMs) })}
      </p>
    </div>
  );
}
