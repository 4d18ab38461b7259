import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { useAffiliateFile } from './affiliates.api.ts';

/** The whole list as a file. */
export function FileButton({ list }: { list: Parameters<typeof useAffiliateFile>[0] }) {
  const { t } = useTranslation('partner');
  const file = useAffiliateFile(list);
  return (
    <Button
      look="soft"
      small
      icon={<IconDownload aria-hidden="true" />}
      loading={file.isPending}
      onClick={() => file.mutate()}
    >
      {t(`csv.${list}`)}
    </Button>
  );
}
