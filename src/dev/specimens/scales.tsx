import { FearScale } from '#web/ui/fear-scale.tsx';
import { MarkedSlider } from '#web/ui/marked-slider.tsx';
import { RangeInput } from '#web/ui/range-input.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { ProgressBar, Stat, StatList } from '#web/ui/stats.tsx';
import { SunArc } from '#web/ui/sun-arc.tsx';
import { Kept, type Specimen, type Translate } from '../specimen.tsx';

const UNSET: number | null = null;

/** What is set along a line, and what shows how far something has come. */
export function listScales(t: Translate): Specimen[] {
  const scale = {
    label: t('ladder:before.fear'),
    unsetText: t('ladder:scale.unset'),
    low: t('ladder:scale.lowFear'),
    high: t('ladder:scale.highFear'),
  };
  return [
    {
      component: 'FearScale',
      states: Object.fromEntries(
        (['unanswered', 'wrong'] as const).map((state) => [
          state,
          <Kept key={state} initial={UNSET}>
            {(value, onChange) => (
              <FearScale
                label={scale.label}
                value={value}
                onChange={onChange}
                lowLabel={scale.low}
                highLabel={scale.high}
                valueText={(level) => `${level} / 10`}
                promptText={scale.unsetText}
                errorId={state === 'wrong' ? 'fear-scale-error' : undefined}
              />
            )}
          </Kept>,
        ]),
      ),
    },
    {
      component: 'Slider',
      states: {
        unanswered: (
          <Kept initial={UNSET}>
            {(value, onChange) => <Slider {...scale} value={value} onChange={onChange} />}
          </Kept>
        ),
        percent: (
          <Kept<number | null> initial={40}>
            {(value, onChange) => (
              <Slider
                {...scale}
                max={100}
                step={5}
                mark={70}
                value={value}
                valueText={t('ladder:scale.sure', { value })}
                onChange={onChange}
              />
            )}
          </Kept>
        ),
        wrong: <Slider {...scale} value={null} onChange={() => {}} error={t('notFound.text')} />,
      },
    },
    {
      component: 'MarkedSlider',
      states: {
        plain: (
          <Kept initial={1}>
            {(value, onChange) => (
              <MarkedSlider
                label={t('nav.label')}
                min={0.5}
                max={1.5}
                step={0.25}
                value={value}
                text={`${value}×`}
                marks={['0.5', '1', '1.5']}
                onChange={onChange}
              />
            )}
          </Kept>
        ),
      },
    },
    {
      component: 'RangeInput',
      states: {
        unset: <RangeInput min={0} max={10} value={null} readOnly aria-label={scale.label} />,
        marked: (
          <RangeInput min={0} max={10} value={3} mark={8} readOnly aria-label={scale.label} />
        ),
      },
    },
    {
      component: 'ProgressBar',
      states: {
        begun: <ProgressBar value={1} max={4} label={t('loading')} />,
        nothing: <ProgressBar value={0} max={0} label={t('loading')} />,
        beyond: <ProgressBar value={5} max={4} label={t('loading')} />,
      },
    },
    {
      component: 'SunArc',
      states: {
        unknown: <SunArc progress={null} label={t('loading')} />,
        half: <SunArc progress={0.5} label={t('loading')} />,
      },
    },
    {
      component: 'StatList',
      states: {
        plain: (
          <StatList>
            <Stat name={t('nav.passes')}>12</Stat>
            <Stat name={t('footer.articles')}>16</Stat>
          </StatList>
        ),
      },
    },
    {
      component: 'Stat',
      states: {
        alone: (
          <dl>
            <Stat name={t('nav.passes')}>12</Stat>
          </dl>
        ),
      },
    },
  ];
}
