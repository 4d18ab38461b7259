import { useEffect, useEffectEvent } from 'react';
import { useStored } from '../storage/storage.ts';
import {
  type MyHoldChange,
  type MyOrderChange,
  type Stock,
  type Subscription,
  subscribeToStream,
} from './subscribe-to-stream.ts';

interface Options extends Partial<Subscription> {
  /** By default yes. */
  isEnabled?: boolean;
  /** Batches changes of `productIds`. */
  settleMs?: number;
}

/**
 * What the server reports to a signed-in user while the page is visible, told to the latest of these functions. Which
 * of them there are must not change.
 */
export function useLiveStream({
  isEnabled = true,
  settleMs = 0,
  productIds = [],
  ...handlers
}: Options): void {
  const onStock = useEffectEvent((stock: Stock) => handlers.onStock?.(stock));
  const onOrder = useEffectEvent<NonNullable<Subscription['onOrder']>>((change) =>
    handlers.onOrder?.(change),
  );
  const onMyOrder = useEffectEvent((change: MyOrderChange) => handlers.onMyOrder?.(change));
  const onMyEntry = useEffectEvent(() => handlers.onMyEntry?.());
  const onMyHold = useEffectEvent((change: MyHoldChange) => handlers.onMyHold?.(change));
  const onReconnect = useEffectEvent(() => handlers.onReconnect?.());
  const subscribe = useEffectEvent((ids: readonly number[]) =>
    subscribeToStream({
      productIds: ids,
      onReconnect,
      ...(handlers.onStock && { onStock }),
      ...(handlers.onOrder && { onOrder }),
      ...(handlers.onMyOrder && { onMyOrder }),
      ...(handlers.onMyEntry && { onMyEntry }),
      ...(handlers.onMyHold && { onMyHold }),
    }),
  );
  const [token] = useStored('token');
  const ids = productIds.join();
  useEffect(() => {
    if (!isEnabled || token === null) return;
    let unsubscribe = () => {};
    const timer = setTimeout(() => {
      unsubscribe = subscribe(ids ? ids.split(',').map(Number) : []);
    }, settleMs);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [isEnabled, token, settleMs, ids]);
}
