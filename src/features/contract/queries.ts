import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PROVIDER_CALL_OPTIONS } from '#web/features/billing/model.ts';
import { refetchPassData } from '#web/features/billing/queries.ts';
import { api } from '#web/lib/api.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { getVaultState } from '#web/lib/vault/vault.ts';
import type { ContractNoticeDraft } from './model.ts';

/** Mutation that ends a contract or withdraws from it; then refetches all that depends on the pass. */
export function useSendContractNotice() {
  const queryClient = useQueryClient();
  const { i18n } = useTranslation();
  return useMutation({
    mutationFn: ({
      reason,
      reference,
      ...notice
    }: ContractNoticeDraft & { reason: string; passId: string | null }) =>
      api('POST /api/contract-notices', {
        body: {
          ...notice,
          reference: reference.trim() || null,
          ...(reason.trim() && { reason: reason.trim() }),
          ...(getVaultState() === 'closed' && { isVisitor: true }),
          language: i18n.language === 'fr' ? 'fr' : 'en',
        },
        ...PROVIDER_CALL_OPTIONS,
      }),
    onSuccess: ({ effect }) => {
      if (effect !== 'recorded') void refetchPassData(queryClient);
    },
  });
}
