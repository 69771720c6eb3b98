import { useState } from 'react';
import { API_SCOPES, API_TOKEN_DAYS, type ApiScope } from '#shared/rules/api-scopes.ts';
import { ShownOnce } from '#web/features/admin/components/shown-once.tsx';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { API_SCOPE_NAME_KEYS } from '../model.ts';
import { useCreateApiToken } from '../queries.ts';

/** Creates an API token with a name, scopes and an end, and shows it, once. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['studio-overview']);
  const describeError = useErrorMessage();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiScope[]>(['content:read']);
  const [days, setDays] = useState<(typeof API_TOKEN_DAYS)[number]>(90);
  const create = useCreateApiToken();
  const isReady = name.trim() !== '' && scopes.length > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('studio-overview:tokens.open')}
      actions={
        !create.data && (
          <Button
            busy={create.isPending}
            disabled={!isReady}
            onClick={() => create.mutate({ name: name.trim(), scopes: [...scopes], days })}
          >
            {t('studio-overview:tokens.create')}
          </Button>
        )
      }
    >
      {create.data ? (
        <NewToken token={create.data.token} />
      ) : (
        <>
          <TextField
            label={t('studio-overview:tokens.name')}
            hint={t('studio-overview:tokens.nameHint')}
            autoComplete="off"
            maxLength={60}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <fieldset className="my-4">
            <legend className="font-medium">{t('studio-overview:tokens.may')}</legend>
            {API_SCOPES.map((scope) => (
              <Checkbox
                key={scope}
                label={t(`studio-overview:tokens.scopes.${API_SCOPE_NAME_KEYS[scope]}`)}
                detail={<code>{scope}</code>}
                checked={scopes.includes(scope)}
                onChange={({ currentTarget }) =>
                  setScopes(
                    currentTarget.checked
                      ? [...scopes, scope]
                      : scopes.filter((other) => other !== scope),
                  )
                }
              />
            ))}
          </fieldset>
          <Select
            label={t('studio-overview:tokens.days')}
            value={String(days)}
            options={API_TOKEN_DAYS.map((count) => ({
              value: String(count),
              label: t('studio-overview:tokens.day', { count }),
            }))}
            onChange={({ currentTarget }) =>
              setDays(API_TOKEN_DAYS.find((one) => String(one) === currentTarget.value) ?? 90)
            }
          />
        </>
      )}
      {create.error && (
        <div className="mt-4">
          <Notice tone="refusal">{describeError(create.error)}</Notice>
        </div>
      )}
    </Dialog>
  );
}

function NewToken({ token }: { token: string }) {
  const { t } = useTranslation('studio-overview');
  return (
    <ShownOnce
      label={t('tokens.token')}
      hint={t('tokens.once')}
      value={token}
      words={{
        copy: t('tokens.copy'),
        copied: t('tokens.copied'),
        notCopied: t('tokens.notCopied'),
      }}
    />
  );
}
