import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../../lib/data/query-keys.ts';
import { readStored } from '../../../lib/storage/storage.ts';
import { showToast } from '../../../ui/overlay/toast.ts';
import { playOrderSound } from './order-sound.ts';

/** Tells the seller of orders wherever in the app they are; nothing to see. */
export default function SellerLiveUpdates() {
  useSellerLiveUpdates();
  return null;
}

/** What is sold, cancelled or reported shows at once, and is said; a sale is heard, too, by who wishes it. */
function useSellerLiveUpdates(): void {
  const queryClient = useQueryClient();
  const { t } = useTranslation('seller');
  useEffect(() => {
    let unsubscribe = () => {};
    let isUnmounted = false;
    const refetchSellerData = () => void queryClient.invalidateQueries({ queryKey: queryKeys.seller });
    void import('../../../lib/live/subscribe-to-stream.ts').then(({ subscribeToStream: watchStream }) => {
      if (isUnmounted) return;
      unsubscribe = watchStream({
        productIds: [],
        onOrder({ news, order_id: id }) {
          refetchSellerData();
          if (news === 'changed' || id === null) return;
          showToast(t(`news.${news}`, { id }));
          if (news === 'sold' && readStored('orderSound')) playOrderSound();
        },
        onReconnect: refetchSellerData,
      });
    });
    return () => {
      isUnmounted = true;
      unsubscribe();
    };
  }, [queryClient, t]);
}
