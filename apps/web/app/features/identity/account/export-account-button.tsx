import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api.ts';
import { download } from '../../../lib/api/download.ts';
import { Button } from '../../../ui/button.tsx';
import { showErrorToast } from '../../../ui/overlay/toast.ts';

export function ExportAccountButton() {
  const { t } = useTranslation('account');
  const exportAccount = useMutation({
    mutationFn: async () =>
      download(
        'wopack-export.json',
        JSON.stringify(await call('exportAccount'), null, 2),
        'application/json',
      ),
    onError: showErrorToast,
  });
  return (
    <div className="grid gap-3">
      <p className="text-pretty text-muted">{t('export.text')}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button
          variant="ghost"
          className="max-sm:w-full"
          icon={<IconDownload aria-hidden="true" />}
          loading={exportAccount.isPending}
          onClick={() => exportAccount.mutate()}
        >
          {t('export.download')}
        </Button>
        <p role="status" className="text-sm font-semibold text-muted">
          {exportAccount.isPending ? t('export.working') : exportAccount.isSuccess ? t('export.done') : null}
        </p>
      </div>
    </div>
  );
}
