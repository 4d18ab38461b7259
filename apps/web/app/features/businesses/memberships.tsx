import { useMutation, useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { IconBuildingStore } from '@wopack/ui/icons';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MyBusiness, myBusinessesQuery, useMe } from '../../lib/data/shared-queries.ts';
import { RowGroup } from '../../ui/lists.tsx';
import { leaveBusiness } from './businesses.api.ts';

/** Businesses of others that the user works for, with the way out; nothing without any. */
export function Memberships() {
  const { t } = useTranslation('membership');
  const { data: me } = useMe();
  const { data } = useQuery({ ...myBusinessesQuery, enabled: Boolean(me?.business) });
  const [leaving, setLeaving] = useState<MyBusiness | null>(null);
  const leave = useMutation({
    mutationFn: ({ id }: MyBusiness) => leaveBusiness(id),
    onSuccess: (_, { name }) => showToast(t('left', { name })),
    onError: showErrorToast,
    onSettled: () => setLeaving(null),
  });
  // Whoever founded a business and owns it leaves it on the page of its team, with a proof.
  const businesses = data?.filter(({ id, role }) => id !== me?.id || role !== 'owner') ?? [];
  if (businesses.length === 0) return null;
  return (
    <section aria-labelledby="memberships" className="grid gap-2">
      <h2 id="memberships" className="h3">
        {t('work')}
      </h2>
      <RowGroup>
        {businesses.map((business) => (
          <li key={business.id} className="flex min-h-[60px] flex-wrap items-center gap-x-3.5 gap-y-2 py-2.5">
            <IconBuildingStore className="size-5 shrink-0" />
            <span className="grid min-w-0 flex-1 basis-40 leading-5">
              <span className="font-semibold wrap-anywhere">{business.name}</span>
              <span className="text-[.8125rem] wrap-anywhere text-muted">
                {[
                  t(`roles.${business.role}`),
                  business.sale_places
                    ? business.sale_places.map(({ name }) => isolateWords(name)).join(', ') || t('none')
                    : t('all'),
                ].join(' · ')}
              </span>
            </span>
            <Button
              variant="ghost"
              size="small"
              aria-label={t('leaveOf', { name: business.name })}
              onClick={() => setLeaving(business)}
            >
              {t('leave')}
            </Button>
          </li>
        ))}
      </RowGroup>
      <p className="px-1 text-sm text-pretty text-muted">{t('workText')}</p>
      {leaving ? (
        <ConfirmDialog
          open
          onClose={() => setLeaving(null)}
          title={t('leaveTitle', { name: leaving.name })}
          description={t('leaveText')}
          confirmLabel={t('leave')}
          cancelLabel={t('stay')}
          isDanger
          loading={leave.isPending}
          onConfirm={() => leave.mutate(leaving)}
        />
      ) : null}
    </section>
  );
}
