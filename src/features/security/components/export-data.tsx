import { useServerConfig } from '#web/features/identity/queries.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import {
  useExportPersonalData,
  useDownloadExportFile,
  useExportState,
  useSignInSessions,
} from '../queries.ts';
import {
  CurrentPasswordField,
  FormOpener,
  SecurityFormFrame,
  useCurrentPasswordForm,
} from './security-form.tsx';

/** A button that downloads all personal data, after the password or a recent sign-in. */
export function ExportDataButton() {
  const { data: config } = useServerConfig();
  return (
    <>
      {config?.authProvider === 'builtin' ? <BuiltinExport /> : <ExportAtOnce />}
      <PreparedExport />
    </>
  );
}

function BuiltinExport() {
  const { data } = useSignInSessions();
  return data?.hasPassword === false ? <ExportAtOnce /> : <ExportWithPassword />;
}

function ExportWithPassword() {
  const { t } = useTranslation('security');
  return (
    <FormOpener label={t('data.export')}>{(close) => <ExportForm close={close} />}</FormOpener>
  );
}

function ExportForm({ close }: { close: () => void }) {
  const { t } = useTranslation('security');
  const exporting = useExportPersonalData();
  const form = useCurrentPasswordForm({
    initial: { currentPassword: '' },
    request: exporting,
    onSubmit: (password) => exporting.mutate(password, { onSuccess: close }),
  });
  return (
    <SecurityFormFrame form={form} submitLabel={t('data.exportSubmit')} onCancel={close}>
      <CurrentPasswordField {...form.bindValue('currentPassword')} />
    </SecurityFormFrame>
  );
}

function ExportAtOnce() {
  const { t } = useTranslation('security');
  const describeError = useErrorMessage();
  const exporting = useExportPersonalData();
  return (
    <>
      <Button
        variant="quiet"
        className="px-0 font-normal"
        busy={exporting.isPending}
        onClick={() => exporting.mutate({})}
      >
        {t('data.export')}
      </Button>
      {exporting.error && <Notice tone="refusal">{describeError(exporting.error)}</Notice>}
    </>
  );
}

/** What is gathered in the background because it is much: that it is, then how to get it. */
function PreparedExport() {
  const { t, i18n } = useTranslation('security');
  const describeError = useErrorMessage();
  const { data } = useExportState();
  const file = useDownloadExportFile();
  if (data?.state === 'preparing') return <Notice>{t('data.preparing')}</Notice>;
  if (data?.state !== 'ready' || data.until === null) return null;
  const until = formatDateTime(new Date(data.until), i18n.language);
  return (
    <Notice
      actions={
        <Button variant="secondary" busy={file.isPending} onClick={() => file.mutate()}>
          {t('data.exportFile')}
        </Button>
      }
    >
      {t('data.ready', { until })}
      {file.error && <p>{describeError(file.error)}</p>}
    </Notice>
  );
}
