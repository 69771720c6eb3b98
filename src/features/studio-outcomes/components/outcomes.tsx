import type { ReactNode } from 'react';
import type { Outcomes } from '#shared/contract/outcomes.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { saveAsDownload } from '#web/lib/device.ts';
import { formatDate } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Section } from '#web/ui/page.tsx';
import { buildOutcomesCsv, buildOutcomesDictionaryCsv } from '../model.ts';
import { useOutcomes } from '../queries.ts';
import { FearChangeTable, useFormatFearChange } from './change-table.tsx';

/** Whether it helps: how fear changes from the first assessment to the second, as an honest study would show it. */
export function OutcomesView({ above }: { above: ReactNode }) {
  const { t } = useTranslation(['studio-overview']);
  const { data, error, refetch } = useOutcomes();
  return (
    <StudioFrame
      page="overview"
      place="outcomes"
      title={t('studio-overview:outcomes.title')}
      lead={t('studio-overview:outcomes.lead')}
      above={above}
      action={data && <SaveFiles outcomes={data} />}
    >
      <LoadState data={data} error={error} refetch={refetch} count={4} shape="row" />
      {data && <Found outcomes={data} />}
    </StudioFrame>
  );
}

function SaveFiles({ outcomes }: { outcomes: Outcomes }) {
  const { t } = useTranslation('studio-overview');
  const files = [
    ['envol-outcomes.csv', t('csv'), () => buildOutcomesCsv(outcomes)],
    [
      'envol-outcomes-dictionary.csv',
      t('outcomes.dictionaryFile'),
      () => buildOutcomesDictionaryCsv((column) => t(`outcomes.dictionary.${column}`)),
    ],
  ] as const;
  return (
    <div className="flex flex-wrap gap-x-4">
      {files.map(([name, label, build]) => (
        <Button
          key={name}
          variant="quiet"
          icon={<Icon name="download" className="size-5" />}
          onClick={() => saveAsDownload(name, 'text/csv', build())}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

function Found({ outcomes }: { outcomes: Outcomes }) {
  const { t, i18n } = useTranslation(['studio-overview', 'areas']);
  const { lastDay, overall, areas, programs, publishable } = outcomes;
  return (
    <>
      <p className="mb-8 max-w-prose text-sm text-ink-2">
        {lastDay === null
          ? t('studio-overview:outcomes.notYet')
          : t('studio-overview:outcomes.counted', {
              day: formatDate(lastDay, i18n.language),
            })}{' '}
        {t('studio-overview:outcomes.few')}
      </p>
      <Section title={t('studio-overview:outcomes.all')}>
        <Figures outcomes={outcomes} />
      </Section>
      <Section title={t('studio-overview:outcomes.publish.title')}>
        {publishable ? (
          <>
            <p className="mb-4 max-w-prose text-sm text-ink-2">
              {t('studio-overview:outcomes.publish.text')}
            </p>
            <div className="grid gap-x-14 gap-y-6 wide:grid-cols-2">
              {LANGUAGES.map((language) => (
                <blockquote
                  key={language}
                  lang={language}
                  className="max-w-prose border-l-2 border-horizon pl-4"
                >
                  {publishable[language]}
                </blockquote>
              ))}
            </div>
          </>
        ) : (
          <p className="max-w-prose text-ink-2">{t('studio-overview:outcomes.publish.none')}</p>
        )}
      </Section>
      <Section title={t('studio-overview:outcomes.byProgram')}>
        {programs.length === 0 ? (
          <p className="max-w-prose text-ink-2">{t('studio-overview:outcomes.noProgram')}</p>
        ) : (
          <FearChangeTable
            caption={t('studio-overview:outcomes.byProgram')}
            rows={programs.map((one) => ({
              key: one.id,
              name: one.title,
              note: <FollowUpNote followUp={one} />,
              change: one.overall,
            }))}
          />
        )}
      </Section>
      <Section title={t('studio-overview:outcomes.byArea')}>
        {overall === null ? (
          <p className="max-w-prose text-ink-2">{t('studio-overview:outcomes.noArea')}</p>
        ) : (
          <FearChangeTable
            caption={t('studio-overview:outcomes.byArea')}
            rows={areas
              .toSorted((a, b) => a.change - b.change)
              .map(({ area, ...change }) => ({ key: area, name: t(`areas:${area}`), change }))}
          />
        )}
      </Section>
      <Section title={t('studio-overview:outcomes.method.title')}>
        <div className="grid max-w-prose gap-3 text-sm text-ink-2">
          {(['measure', 'interval', 'limits'] as const).map((key) => (
            <p key={key}>{t(`studio-overview:outcomes.method.${key}`)}</p>
          ))}
        </div>
      </Section>
    </>
  );
}

type FollowUp = Pick<Outcomes, 'began' | 'again' | 'left'>;

/** Returns how a follow-up is said: fewer than five people are hidden, and other figures must not give them away. */
function useDescribeFollowUp() {
  const { t, i18n } = useTranslation('studio-overview');
  const number = new Intl.NumberFormat(i18n.language === 'fr' ? 'fr-FR' : 'en-GB');
  return ({ began, again, left }: FollowUp) => {
    const show = (count: number | null) => (count === null ? t('hidden') : number.format(count));
    return {
      began:
        began === null && again !== null
          ? t('outcomes.fewMore', { again: number.format(again) })
          : show(began),
      again: show(again),
      left: again === null ? (began === null ? show(null) : t('outcomes.nearlyAll')) : show(left),
    };
  };
}

function FollowUpNote({ followUp }: { followUp: FollowUp }) {
  const { t } = useTranslation('studio-overview');
  return t('outcomes.followUp', useDescribeFollowUp()(followUp));
}

function Figures({ outcomes }: { outcomes: Outcomes }) {
  const { t } = useTranslation('studio-overview');
  const { overall } = outcomes;
  const { began, again, left } = useDescribeFollowUp()(outcomes);
  const format = useFormatFearChange();
  const rows = [
    ['began', began],
    ['again', again],
    ['left', left],
    ['means', overall ? format.means(overall) : t('outcomes.tooFew')],
    ['change', overall ? format.change(overall) : t('outcomes.tooFew')],
  ] as const;
  return (
    <dl className="tabular grid max-w-3xl">
      {rows.map(([key, value]) => (
        <div
          key={key}
          className="grid gap-x-6 border-b border-line py-2.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-baseline"
        >
          <dt className="text-ink-2">{t(`outcomes.figures.${key}`)}</dt>
          <dd className="font-serif text-xl sm:text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
