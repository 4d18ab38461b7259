import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { queryKeys } from '../../../lib/data/shared-queries.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { useStored } from '../../../lib/storage/storage.ts';
import { type MyEntry, myEntriesQuery, useMyEntryUpdates } from '../allocation.api.ts';

/** On every page, while an entry may bring a unit: says when it does, with one press to pay. Renders nothing. */
export function EntryWatcher() {
  const [token] = useStored('token');
  return token === null ? null : <SignedInEntryWatcher />;
}

function SignedInEntryWatcher() {
  const { t } = useTranslation('allocation');
  const format = useFormat();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { data: entries } = useQuery(myEntriesQuery);
  useMyEntryUpdates(true);
  const previousEntries = useRef<readonly MyEntry[]>(undefined);
  useEffect(() => {
    if (!entries) return;
    /** The page of an offer says itself that a unit of its slot is offered. */
    const isShownOnPage = ({ product, slot_id: slotId }: MyEntry): boolean =>
      pathname === paths.offer(product.id) &&
      queryClient
        .getQueriesData<{ slot_id: number | null }>({ queryKey: queryKeys.offer(product.id), type: 'active' })
        .some(([, offer]) => offer?.slot_id === slotId);
    const newOffers = listNewOffers(previousEntries.current ?? entries, entries).filter(
      (entry) => !isShownOnPage(entry),
    );
    previousEntries.current = entries;
    const newOffer = newOffers[0];
    if (!newOffer) return;
    // Toasts are shown one at a time, so several units share one.
    if (newOffers.length > 1) {
      const names = newOffers.map(({ product }) => isolateWords(product.name)).join(', ');
      showToast(t('offered.toastSeveral', { names }), {
        label: t('offered.toEntries'),
        run: () => void navigate(paths.entries),
      });
      return;
    }
    const { product, slot_id: slotId, sale_place: salePlace, offer_expires_at: until } = newOffer;
    showToast(
      t('offered.toast', { name: product.name, time: format.formatTime(until!, salePlace.time_zone) }),
      {
        label: t('offered.toPayment'),
        run: () => void navigate(paths.offerPayment(product.id, slotId)),
      },
    );
  }, [entries, pathname, navigate, queryClient, t, format]);
  return null;
}

/** Units that were offered since the entries were last known. */
const listNewOffers = (before: readonly MyEntry[], entries: readonly MyEntry[]): MyEntry[] =>
  entries.filter(
    ({ state, slot_id: id }) =>
      state === 'offered' &&
      !before.some((previous) => previous.slot_id === id && previous.state === 'offered'),
  );
