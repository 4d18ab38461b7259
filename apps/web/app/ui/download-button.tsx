import { Button } from '@wopack/ui/button.tsx';
import { IconDownload } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import type { useDownloadFile } from '../lib/browser/use-download-file.ts';

interface Props {
  file: ReturnType<typeof useDownloadFile>;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
}

/** Downloads a table beside the list that it is of. */
export const DownloadButton = ({ file, children, ...attributes }: Props) => (
  <Button
    variant="soft"
    size="small"
    icon={<IconDownload />}
    loading={file.isPending}
    onClick={() => file.mutate()}
    {...attributes}
  >
    {children}
  </Button>
);
