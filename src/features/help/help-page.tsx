import { useQuery } from '@tanstack/react-query';
import {
  type EmergencyNumbersRegion,
  findEmergencyNumbersRegion,
  sortEmergencyNumbers,
} from '#shared/rules/emergency-numbers.ts';
import { type RequestLocation, requestLocationQuery } from '#web/features/region/queries.ts';
import { useCanAskSupport } from '#web/features/support/queries.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { HelpQuestions } from './components/help-questions.tsx';

/** The help page within the app, with the emergency numbers of the person's country first. */
export default function InAppHelpPage() {
  const { data } = useQuery<RequestLocation>(requestLocationQuery);
  const region = findEmergencyNumbersRegion(data?.country_code ?? null);
  return <HelpPage region={region} mayAsk={useCanAskSupport()} />;
}

/**
 * The help page: how the product works, its limits, and emergency phone numbers, those of `region` first. Free, and open
 * in every access state. With `mayAsk` it also links to private questions.
 */
export function HelpPage({
  region = null,
  mayAsk = false,
}: {
  region?: EmergencyNumbersRegion | null;
  /** An admin is set to answer private questions of this reader. */
  mayAsk?: boolean;
}) {
  const { t } = useTranslation('help');
  usePageTitle(t('help.title'));
  const numbers = sortEmergencyNumbers(
    t('help.emergency.numbers', { returnObjects: true }),
    region,
  );
  return (
    <div className="mx-auto max-w-6xl px-5 pt-8 pb-20 wide:px-8 wide:pt-12">
      <div className="prose-page">
        <PageHeading title={t('help.title')} lead={t('help.lead')} />
        <ButtonLink
          href="/sos"
          icon={<Icon name="help" className="size-5" />}
          className="max-sm:w-full"
        >
          {t('help.sos')}
        </ButtonLink>
        <section id="emergency">
          <h2>{t('help.emergency.title')}</h2>
          <p>{t('help.emergency.text')}</p>
          <dl>
            {numbers.map((line) => (
              <div
                key={line.where}
                className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-3"
              >
                <dt className="min-w-20">
                  <a
                    href={`tel:${line.call.replaceAll(' ', '')}`}
                    className="text-link tabular inline-block min-h-11 min-w-11 content-center font-serif text-2xl"
                  >
                    {line.call}
                  </a>
                </dt>
                <dd className="min-w-[min(12rem,100%)] flex-1 text-ink-2">{line.where}</dd>
              </div>
            ))}
          </dl>
          <p>{t('help.emergency.elsewhere')}</p>
          <p className="text-ink-2">{t('help.emergency.onBoard')}</p>
        </section>
        <section>
          <h2>{t('help.professional.title')}</h2>
          <p>{t('help.professional.text')}</p>
          <ul>
            {t('help.professional.signs', { returnObjects: true }).map((sign) => (
              <li key={sign}>{sign}</li>
            ))}
          </ul>
          <p>{t('help.professional.who')}</p>
        </section>
        <HelpQuestions />
        {mayAsk && (
          <section id="support">
            <h2>{t('help.support.title')}</h2>
            <p>{t('help.support.text')}</p>
            <ButtonLink href={paths.support()} variant="secondary" className="mt-5 max-sm:w-full">
              {t('help.support.open')}
            </ButtonLink>
          </section>
        )}
        <section id="contact">
          <h2>{t('help.contact.title')}</h2>
          <p>{t('help.contact.text')}</p>
          <ButtonLink href={paths.contact()} variant="secondary" className="mt-5 max-sm:w-full">
            {t('help.contact.open')}
          </ButtonLink>
        </section>
      </div>
    </div>
  );
}
