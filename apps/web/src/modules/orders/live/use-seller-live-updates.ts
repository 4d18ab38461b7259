import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../lib/storage.ts';
import { notify } from '../../../ui/toast.ts';
import { playOrderSound } from './order-sound.ts';

/** What is sold, cancelled or reported shows at once, and is said; a sale is heard, too, by who wishes it. */
export function useSellerLiveUpdates(): void {
  const queryClient = useQueryClient();
  const { t } = useTranslation('seller');
  useEffect(() => {
    let unsubscribe = () => {};
    let isUnmounted = false;
    const refetchSellerData = () => void queryClient.invalidateQueries({ queryKey: ['seller'] });
    void import('../../../lib/live/watch-stream.ts').then(({ watchStream }) => {
      if (isUnmounted) return;
      unsubscribe = watchStream({
        products: [],
        onOrder({ news, order_id: id }) {
          refetchSellerData();
          if (news === 'changed' || id === null) return;
          notify(t(`news.${news}`, { id }));
          if (news === 'sold' && read('orderSound')) playOrderSound();
        },
        onBack: refetchSellerData,
      });
    });
    return () => {
      isUnmounted = true;
      unsubscribe();
    };
  }, [queryClient, t]);
}
