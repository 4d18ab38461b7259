import { useMutation } from '@tanstack/react-query';
import { download } from '@wopack/ui/download.ts';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';

/** Downloads a file of the server under its name. */
export const useDownloadFile = (name: string, type: string, load: () => Promise<string | Blob>) =>
  useMutation({
    mutationFn: async () => download(name, await load(), type),
    onError: showErrorToast,
  });
