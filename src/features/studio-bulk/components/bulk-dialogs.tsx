import { useState } from 'react';
import type { BulkSessionChange } from '#shared/contract/admin-bulk.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { SCRIPT_CATEGORIES } from '#shared/rules/script-timing.ts';
import { useAuthors } from '#web/features/studio-authors/queries.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select, TextField } from '#web/ui/field.tsx';

interface DialogProps {
  /** How many sessions are changed. */
  count: number;
  onClose: () => void;
  onChoose: (change: BulkSessionChange) => void;
}

/** Asks for a tag in each language, and whether the chosen sessions get it or lose it. */
export function BulkTagDialog({ count, onClose, onChoose }: DialogProps) {
  const { t } = useTranslation(['studio-sessions', 'common']);
  const [tags, setTags] = useState({ en: '', fr: '' });
  const given = { en: tags.en.trim(), fr: tags.fr.trim() };
  const isWrong = LANGUAGES.some((language) => given[language].includes(','));
  const isReady = !isWrong && LANGUAGES.every((language) => given[language] !== '');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('studio-sessions:bulk.tag.title', { count })}
      actions={
        <>
          <Button disabled={!isReady} onClick={() => onChoose({ action: 'tag', tags: given })}>
            {t('studio-sessions:bulk.tag.confirm')}
          </Button>
          <Button
            variant="secondary"
            disabled={!isReady}
            onClick={() => onChoose({ action: 'untag', tags: given })}
          >
            {t('studio-sessions:bulk.tag.remove')}
          </Button>
        </>
      }
    >
      <p className="mb-4">{t('studio-sessions:bulk.tag.text')}</p>
      <div className="grid gap-4">
        {LANGUAGES.map((language) => (
          <TextField
            key={language}
            lang={language}
            label={t('studio-sessions:bulk.tag.in', {
              language: t(`common:language.${language}`),
            })}
            error={given[language].includes(',') ? t('studio-sessions:bulk.tag.comma') : undefined}
            value={tags[language]}
            maxLength={40}
            onChange={({ currentTarget: { value } }) =>
              setTags((now) => ({ ...now, [language]: value }))
            }
          />
        ))}
      </div>
    </Dialog>
  );
}

/** Asks for the category, author and access that the chosen sessions are to have. */
export function BulkPropertiesDialog({ count, onClose, onChoose }: DialogProps) {
  const { t } = useTranslation(['studio-sessions', 'common']);
  const { data } = useAuthors();
  const [category, setCategory] = useState('');
  const [author, setAuthor] = useState('');
  const [access, setAccess] = useState('');
  const stays = { value: '', label: t('studio-sessions:bulk.move.stays') };
  const choose = () => {
    const chosen = SCRIPT_CATEGORIES.find((one) => one === category);
    onChoose({
      action: 'move',
      ...(chosen && { category: chosen }),
      ...(author !== '' && { author }),
      ...((access === 'free' || access === 'pass') && { access }),
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('studio-sessions:bulk.move.title', { count })}
      actions={
        <Button disabled={category === '' && author === '' && access === ''} onClick={choose}>
          {t('studio-sessions:bulk.move.confirm')}
        </Button>
      }
    >
      <p className="mb-4">{t('studio-sessions:bulk.move.text')}</p>
      <div className="grid gap-4">
        <Select
          label={t('studio-sessions:facts.category')}
          value={category}
          options={[
            stays,
            ...SCRIPT_CATEGORIES.map((value) => ({ value, label: t(`common:category.${value}`) })),
          ]}
          onChange={({ currentTarget }) => setCategory(currentTarget.value)}
        />
        <Select
          label={t('studio-sessions:facts.author')}
          value={author}
          options={[
            stays,
            ...(data?.authors.map(({ slug, name }) => ({ value: slug, label: name })) ?? []),
          ]}
          onChange={({ currentTarget }) => setAuthor(currentTarget.value)}
        />
        <Select
          label={t('studio-sessions:facts.access')}
          value={access}
          options={[
            stays,
            ...(['pass', 'free'] as const).map((value) => ({
              value,
              label: t(`studio-sessions:access.${value}`),
            })),
          ]}
          onChange={({ currentTarget }) => setAccess(currentTarget.value)}
        />
      </div>
    </Dialog>
  );
}
