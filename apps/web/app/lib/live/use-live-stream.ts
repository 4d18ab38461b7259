import { useEffect, useEffectEvent } from 'react';
import { useStored } from '../storage/storage.ts';
import type { MyHoldChange, MyOrderChange, Stock, Subscription } from './subscribe-to-stream.ts';

const RETRY_MS = 5_000;

interface Options extends Partial<Subscription> {
  /** By default yes. */
  isEnabled?: boolean;
  /** Batches changes of `productIds`. */
  settleMs?: number;
}

/**
 * What the server reports to a signed-in user while the page is visible, told to the latest of these functions. Which
 * of them there are must not change. Without a connection the code of the stream does not load: it is tried again.
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
  const subscribe = useEffectEvent(async (ids: readonly number[], signal: AbortSignal) => {
    const { subscribeToStream } = await import('./subscribe-to-stream.ts');
    if (signal.aborted) return;
    const unsubscribe = subscribeToStream({
      productIds: ids,
      onReconnect,
      ...(handlers.onStock && { onStock }),
      ...(handlers.onOrder && { onOrder }),
      ...(handlers.onMyOrder && { onMyOrder }),
      ...(handlers.onMyEntry && { onMyEntry }),
      ...(handlers.onMyHold && { onMyHold }),
    });
    signal.addEventListener('abort', unsubscribe);
  });
  const [token] = useStored('token');
  const ids = productIds.join();
  useEffect(() => {
    if (!isEnabled || token === null) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () =>
      void subscribe(ids ? ids.split(',').map(Number) : [], controller.signal).catch(() => {
        if (!controller.signal.aborted) timer = setTimeout(start, RETRY_MS);
      });
    if (settleMs > 0) timer = setTimeout(start, settleMs);
    else start();
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isEnabled, token, settleMs, ids]);
}
