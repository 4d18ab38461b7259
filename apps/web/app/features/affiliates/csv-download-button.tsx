import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { useDownloadAffiliateCsv } from './affiliates.api.ts';

/** The whole list as a file. */
export function CsvDownloadButton({ list }: { list: Parameters<typeof useDownloadAffiliateCsv>[0] }) {
  const { t } = useTranslation('partner');
  const csvDownload = useDownloadAffiliateCsv(list);
  return (
    <Button
      variant="soft"
      size="small"
      icon={<IconDownload aria-hidden="true" />}
      loading={csvDownload.isPending}
      onClick={() => csvDownload.mutate()}
    >
      {t(`csv.${list}`)}
    </Button>
  );
}
