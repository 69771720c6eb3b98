import { useState } from 'react';
import { useProfile } from '#web/features/account/queries.ts';
import { readFormDraft, writeFormDraftUnlessSignedOut } from '#web/lib/drafts.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import {
  type CrewCardContent,
  CARD_LANGUAGES,
  CARD_SENTENCES,
  CARD_TEXTS,
  type CardLanguage,
  parseCrewCard,
} from '../engine/card-texts.ts';

const NAME = 'card';

/**
 * A card to show to a neighbour or the crew: the sentences that were chosen, large, in the language that they read. Kept on
 * this device until the person signs out, and nowhere else.
 */
export function CrewCard() {
  return <Card owner={useProfile().id} />;
}

/** The card while the app is locked: as it is at first, and what is chosen is not kept. */
export function LockedCrewCard() {
  return <Card owner={null} />;
}

function Card({ owner }: { owner: string | null }) {
  const { t, i18n } = useTranslation('flight');
  const own: CardLanguage = i18n.language === 'fr' ? 'fr' : 'en';
  const [card, setCard] = useState(() =>
    parseCrewCard(owner === null ? {} : readFormDraft(owner, NAME, Infinity), own),
  );
  const { language, sentences } = card;
  const text = CARD_TEXTS[language];
  const change = (next: Partial<CrewCardContent>) => {
    const changed = { ...card, ...next };
    setCard(changed);
    if (owner !== null) writeFormDraftUnlessSignedOut(owner, NAME, changed);
  };
  const toggle = (name: (typeof CARD_SENTENCES)[number], isOn: boolean) =>
    change({
      sentences: CARD_SENTENCES.filter((one) => (one === name ? isOn : sentences.includes(one))),
    });
  return (
    <article>
      <h1 className="sr-only">{t('card.title')}</h1>
      <div
        lang={language}
        dir={text.isRightToLeft ? 'rtl' : 'ltr'}
        className="grid min-h-[45vh] content-center gap-6 py-6 text-[min(2.75rem,10.5vw)] leading-snug font-medium text-pretty"
      >
        {sentences.map((name) => (
          <p key={name}>{text[name]}</p>
        ))}
        {sentences.length === 0 && (
          <p lang={own} dir="ltr" className="text-lg text-ink-2">
            {t('card.none')}
          </p>
        )}
      </div>
      <fieldset className="border-t border-line pt-4">
        <legend className="sr-only">{t('card.language')}</legend>
        <div className="flex flex-wrap gap-2">
          {CARD_LANGUAGES.map((name) => (
            <label
              key={name}
              className="inline-flex min-h-11 items-center rounded-full border border-edge px-4 has-checked:border-ink has-checked:bg-ink has-checked:text-on-ink has-focus-visible:outline-2"
            >
              <input
                type="radio"
                name="card-language"
                value={name}
                checked={name === language}
                onChange={() => change({ language: name })}
                className="sr-only"
              />
              <span lang={name}>{CARD_TEXTS[name].name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <section aria-labelledby="card-says" className="mt-8">
        <h2 id="card-says" className="text-xl">
          {t('card.choose')}
        </h2>
        {owner !== null && <p className="mt-1 mb-2 text-ink-2">{t('card.kept')}</p>}
        {CARD_SENTENCES.map((name) => (
          <Checkbox
            key={name}
            label={CARD_TEXTS[own][name]}
            checked={sentences.includes(name)}
            onChange={(event) => toggle(name, event.target.checked)}
          />
        ))}
      </section>
    </article>
  );
}
