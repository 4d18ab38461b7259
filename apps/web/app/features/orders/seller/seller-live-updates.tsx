import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../../lib/data/shared-queries.ts';
import { readStored } from '../../../lib/storage/storage.ts';

const RETRY_MS = 5_000;

/** Mounted for the seller on every page; renders nothing. */
export default function SellerLiveUpdates() {
  useSellerLiveUpdates();
  return null;
}

/**
 * Updates the lists and shows a message for each new, cancelled or reported order; a new one also plays a sound if
 * enabled.
 */
function useSellerLiveUpdates(): void {
  const queryClient = useQueryClient();
  const { t } = useTranslation('seller');
  useEffect(() => {
    let unsubscribe = () => {};
    let isUnmounted = false;
    const refetchSellerData = () => void queryClient.invalidateQueries({ queryKey: queryKeys.seller });
    const subscribe = async () => {
      const { subscribeToStream: watchStream } = await import('../../../lib/live/subscribe-to-stream.ts');
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
    };
    let retryTimer: ReturnType<typeof setTimeout> | undefined;
    // Without a connection the code of the stream does not load: no order would be heard until the page is reloaded.
    const subscribeWithRetry = () =>
      void subscribe().catch(() => {
        if (!isUnmounted) retryTimer = setTimeout(subscribeWithRetry, RETRY_MS);
      });
    subscribeWithRetry();
    return () => {
      isUnmounted = true;
      clearTimeout(retryTimer);
      unsubscribe();
    };
  }, [queryClient, t]);
}

/** A rising third. */
const NOTE_FREQUENCIES_HZ = [784, 988];
const NOTE_SECONDS = 0.18;

let audioContext: AudioContext | undefined;

/** Two short notes. Browsers block audio until the user has interacted with the page. */
export function playOrderSound(): void {
  audioContext ??= new AudioContext();
  void audioContext.resume();
  for (const [index, note] of NOTE_FREQUENCIES_HZ.entries()) {
    const start = audioContext.currentTime + index * NOTE_SECONDS;
    const tone = new OscillatorNode(audioContext, { frequency: note });
    const volume = new GainNode(audioContext, { gain: 0 });
    volume.gain.setValueAtTime(0.25, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS * 2);
    tone.connect(volume).connect(audioContext.destination);
    tone.start(start);
    tone.stop(start + NOTE_SECONDS * 2);
  }
}
