import { PRODUCT_NAME } from '#shared/product.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';
import type { HelpQuestion, HelpTopic } from '../model.ts';

/** The frequent questions of the help page by topic, as `<details>`, which open without a script. */
export function HelpQuestions() {
  const { t } = useTranslation('help');
  const topics: HelpTopic[] = t('help.questions', { returnObjects: true, name: PRODUCT_NAME });
  return topics.map(({ title, items }) => (
    <section key={title}>
      <h2>{title}</h2>
      <div className="border-t border-line">
        {items.map((question) => (
          <Question key={question.title} question={question} />
        ))}
      </div>
    </section>
  ));
}

function Question({ question: { title, paragraphs, link } }: { question: HelpQuestion }) {
  return (
    <details className="group border-b border-line">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 [&::-webkit-details-marker]:hidden">
        <h3 className="min-w-0 font-sans text-base font-medium hyphens-auto">{title}</h3>
        <Icon
          name="chevron-down"
          className="size-5 shrink-0 text-ink-2 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pb-5 text-ink-2 *:first:mt-0">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {link && (
          <p>
            <a href={link.href} className="text-link inline-block py-2 text-ink">
              {link.text}
            </a>
          </p>
        )}
      </div>
    </details>
  );
}
