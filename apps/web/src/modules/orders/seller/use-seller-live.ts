import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../lib/storage.ts';
import { notify } from '../../../ui/toast.ts';
import { ring } from './ring.ts';

/** What is sold, cancelled or reported shows at once, and is said; a sale is heard, too, by who wishes it. */
export function useSellerLive(): void {
  const client = useQueryClient();
  const { t } = useTranslation('seller');
  useEffect(() => {
    let stop = () => {};
    let over = false;
    const look = () => void client.invalidateQueries({ queryKey: ['seller'] });
    void import('../../../lib/live/watch-stream.ts').then(({ watchStream }) => {
      if (over) return;
      stop = watchStream({
        products: [],
        onOrder({ news, order_id: id }) {
          look();
          if (news === 'changed' || id === null) return;
          notify(t(`news.${news}`, { id }));
          if (news === 'sold' && read('orderSound')) ring();
        },
        onBack: look,
      });
    });
    return () => {
      over = true;
      stop();
    };
  }, [client, t]);
}
