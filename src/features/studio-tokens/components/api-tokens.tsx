import { useState } from 'react';
import type { ApiTokens as Tokens } from '#shared/contract/admin-tokens.ts';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { API_SCOPE_NAME_KEYS } from '../model.ts';
import { useApiTokens, useRevokeApiToken } from '../queries.ts';
import { CreateTokenDialog } from './create-token.tsx';

/** The tokens by which programs call the studio: what each may do, until when, and its end. */
export function ApiTokens() {
  const { t } = useTranslation('studio-overview');
  const { data, error, refetch } = useApiTokens();
  const [isCreating, setCreating] = useState(false);
  const [ending, setEnding] = useState<Tokens[number] | null>(null);
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-2">{t('tokens.text')}</p>
      <LoadState data={data} error={error} refetch={refetch} />
      {data?.tokens.length === 0 && <p className="mb-4">{t('tokens.none')}</p>}
      <ul className="mb-4 divide-y divide-line empty:hidden">
        {data?.tokens.map((token) => (
          <Token key={token.id} token={token} onEnd={() => setEnding(token)} />
        ))}
      </ul>
      <Button variant="secondary" onClick={() => setCreating(true)}>
        {t('tokens.open')}
      </Button>
      {isCreating && <CreateTokenDialog onClose={() => setCreating(false)} />}
      {ending && <RevokeDialog token={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function Token({ token, onEnd }: { token: Tokens[number]; onEnd: () => void }) {
  const { t, i18n } = useTranslation('studio-overview');
  const format = (instant: string) => formatDateTime(new Date(instant), i18n.language);
  const { name, scopes, by, expiresAt, lastUsedAt } = token;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm wrap-anywhere text-ink-2">
          {scopes.map((scope) => t(`tokens.scopes.${API_SCOPE_NAME_KEYS[scope]}`)).join(' · ')}
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">
          {t('tokens.by', { who: by })} {t('tokens.until', { at: format(expiresAt) })}{' '}
          {lastUsedAt ? t('tokens.used', { at: format(lastUsedAt) }) : t('tokens.unused')}
        </p>
      </div>
      <Button variant="quiet" onClick={onEnd} aria-label={t('tokens.endNamed', { name })}>
        {t('tokens.end')}
      </Button>
    </li>
  );
}

function RevokeDialog({ token, onClose }: { token: Tokens[number]; onClose: () => void }) {
  const { t } = useTranslation(['studio-overview']);
  const describeError = useErrorMessage();
  const revoke = useRevokeApiToken();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('studio-overview:tokens.endTitle', { name: token.name })}
      actions={
        <Button
          busy={revoke.isPending}
          onClick={() => revoke.mutate(token.id, { onSuccess: onClose })}
        >
          {t('studio-overview:tokens.end')}
        </Button>
      }
    >
      <p>{t('studio-overview:tokens.endText')}</p>
      {revoke.error && <Notice tone="refusal">{describeError(revoke.error)}</Notice>}
    </Dialog>
  );
}
