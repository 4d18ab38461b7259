import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../../lib/data/shared-queries.ts';
import { useLiveStream } from '../../../lib/live/use-live-stream.ts';
import { readStored } from '../../../lib/storage/storage.ts';

/**
 * Updates the lists and shows a message for each new, cancelled or reported order; a new one also plays a sound if
 * enabled. Mounted for the seller on every page; renders nothing.
 */
export function SellerLiveUpdates() {
  const queryClient = useQueryClient();
  // Nothing of the page may wait for texts that only a message needs.
  const { t } = useTranslation('seller', { useSuspense: false });
  const refetchSellerData = () => void queryClient.invalidateQueries({ queryKey: queryKeys.seller });
  useLiveStream({
    onOrder({ news, order_id: id }) {
      refetchSellerData();
      if (news === 'changed' || id === null) return;
      showToast(t(`news.${news}`, { id }));
      if (news === 'sold' && readStored('orderSound')) playOrderSound();
    },
    onReconnect: refetchSellerData,
  });
  return null;
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
