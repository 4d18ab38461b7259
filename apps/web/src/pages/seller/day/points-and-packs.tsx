import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/storage.ts';
import { takeUpDraft } from '../../../modules/packs/pack-draft.ts';
import { PackRow } from '../../../modules/packs/pack-row.tsx';
import { type MyProduct, useMyProducts } from '../../../modules/packs/packs.api.ts';
import { chooseMyPlace } from '../../../modules/sale-places/place-draft.ts';
import { PlaceRow } from '../../../modules/sale-places/place-row.tsx';
import type { SalePlace } from '../../../modules/sale-places/sale-places.api.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { clearRegistration, hasRegistration } from '../wizard/registration.ts';

/** What the seller has: venues and packs, with the way to add and to finish a draft. */
export function PointsAndPacks({ places }: { places: readonly SalePlace[] }) {
  const { t } = useTranslation('seller');
  const packs = useMyProducts();
  const { finish, asking, stop, replace } = useFinish(places);
  return (
    <section className="rounded-lg bg-surface p-4 sm:p-6">
      <h2 className="h2 mb-3.5">{t('today.pointsAndPacks')}</h2>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <div>
          <Head title={t('today.points')} add={t('today.addPoint')} to={`${paths.sellerQuickStart}?step=0`} />
          <ul>
            {places.map((place) => (
              <PlaceRow key={place.id} place={place} />
            ))}
          </ul>
        </div>
        <div>
          <Head title={t('today.packs')} add={t('today.addPack')} to={paths.sellerQuickStart} />
          {packs.data ? (
            <ul>
              {packs.data.map((pack) => (
                <PackRow
                  key={pack.id}
                  pack={pack}
                  action={
                    pack.state === 'draft' ? (
                      <Button
                        look="soft"
                        small
                        aria-label={t('today.finishNamed', { name: pack.name })}
                        onClick={() => finish(pack)}
                      >
                        {t('today.finish')}
                      </Button>
                    ) : null
                  }
                />
              ))}
            </ul>
          ) : packs.error ? (
            <RetryLine error={packs.error} onRetry={() => packs.refetch()} />
          ) : (
            <Bones />
          )}
          {packs.data?.length === 0 ? <p className="py-4 text-2">{t('today.noPacks')}</p> : null}
        </div>
      </div>
      <ConfirmDialog
        open={asking !== null}
        onClose={stop}
        title={t('today.replaceTitle')}
        description={t('today.replaceText', { name: asking?.name ?? '' })}
        confirm={t('today.replace')}
        onConfirm={replace}
      />
    </section>
  );
}

/** Takes a draft up in the wizard; asks first if that would wipe out another one begun here. */
function useFinish(places: readonly SalePlace[]) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<MyProduct | null>(null);
  function takeUp(pack: MyProduct) {
    const place = places.find(({ id }) => id === pack.sale_place_id);
    clearRegistration();
    if (place) chooseMyPlace(place);
    takeUpDraft(pack);
    void navigate(paths.sellerQuickStart);
  }
  return {
    asking,
    stop: () => setAsking(null),
    replace: () => asking && takeUp(asking),
    finish(pack: MyProduct) {
      if (read('createdProduct')?.id === pack.id) void navigate(paths.sellerQuickStart);
      else if (hasRegistration()) setAsking(pack);
      else takeUp(pack);
    },
  };
}

function Head({ title, add, to }: { title: string; add: string; to: string }) {
  const { t } = useTranslation('seller');
  return (
    <div className="flex items-center justify-between gap-3">
      <h3 className="text-sm font-semibold">{title}</h3>
      <ButtonLink look="soft" small icon={<IconPlus aria-hidden="true" />} to={to} aria-label={add}>
        {t('today.add')}
      </ButtonLink>
    </div>
  );
}

const Bones = () => (
  <Loading className="grid gap-3 py-3">
    <Skeleton className="h-14" />
    <Skeleton className="h-14" />
  </Loading>
);
