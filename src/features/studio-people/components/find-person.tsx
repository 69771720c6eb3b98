import type { PersonSearchResult } from '#shared/contract/people.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useFindPeople } from '../queries.ts';

/**
 * A search for an account by its complete e-mail address; people cannot be browsed. If exactly one account is found,
 * `onChoose` gets it at once.
 */
export function PersonSearch({ onChoose }: { onChoose: (person: PersonSearchResult) => void }) {
  const { t, i18n } = useTranslation('studio-people');
  const find = useFindPeople();
  const form = useForm({
    initial: { email: '' },
    request: find,
    onSubmit: ({ email }) =>
      find.mutate(email.trim(), {
        onSuccess: ({ people: [only, ...others] }) => {
          if (only && others.length === 0) onChoose(only);
        },
      }),
  });
  const people = find.data?.people ?? [];
  return (
    <>
      <form
        {...form.props}
        className="grid max-w-2xl items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <TextField
          {...form.bindInput('email')}
          type="email"
          autoComplete="off"
          label={t('find.email')}
        />
        <Button type="submit" variant="secondary" busy={find.isPending}>
          {t('find.go')}
        </Button>
      </form>
      {form.failure && (
        <div className="mt-4">
          <Notice tone="refusal">{form.failure}</Notice>
        </div>
      )}
      <div aria-live="polite">
        {find.data && people.length === 0 && <p className="mt-4 text-ink-2">{t('find.none')}</p>}
        {people.length > 1 && (
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {people.map((person) => (
              <li key={person.id} className="flex flex-wrap items-center justify-between gap-x-6">
                <Button variant="quiet" onClick={() => onChoose(person)}>
                  {person.name}, {person.provider}
                </Button>
                <span className="text-sm text-ink-2">
                  {t('account.lastActive')}{' '}
                  {formatDateTime(new Date(person.lastActiveAt), i18n.language)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
