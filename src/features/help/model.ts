export interface HelpQuestion {
  title: string;
  paragraphs: string[];
  /** Where there is more. */
  link?: { href: string; text: string };
}

/** Questions about one thing. */
export interface HelpTopic {
  title: string;
  items: HelpQuestion[];
}

/** Builds the schema.org description of the help page's questions and answers, for search engines. */
export function buildFaqStructuredData(topics: readonly HelpTopic[]) {
  const questions = topics.flatMap(({ items }) => items);
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ title, paragraphs }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: paragraphs.join(' ') },
    })),
  };
}
