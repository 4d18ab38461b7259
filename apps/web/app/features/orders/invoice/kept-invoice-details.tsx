import { useQuery } from '@tanstack/react-query';
import { formatTaxNumber } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { useTranslation } from 'react-i18next';
import { invoiceDetailsQuery, useRemoveInvoiceDetails } from './invoice.api.ts';

/** Name and tax number that the account keeps for the next purchase; nothing while there are none. */
export function KeptInvoiceDetails() {
  const { t } = useTranslation('account');
  const query = useQuery(invoiceDetailsQuery);
  const remove = useRemoveInvoiceDetails();
  if (!query.data) return <InlineError query={query} />;
  const { name, tax_number: number } = query.data;
  return (
    <section aria-labelledby="kept-invoice-details" className="grid gap-2">
      <h3 id="kept-invoice-details" className="text-sm font-semibold">
        {t('invoiceDetails.title')}
      </h3>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 leading-snug">
          <span className="block wrap-anywhere">
            {name ? `${name} · ` : null}
            {formatTaxNumber(number)}
          </span>
          <span className="block text-sm text-muted">{t('invoiceDetails.text')}</span>
        </p>
        <Button
          variant="ghost"
          size="small"
          className="pointer-coarse:min-h-11"
          loading={remove.isPending}
          onClick={() =>
            remove.mutate(undefined, {
              onSuccess: () => showToast(t('invoiceDetails.removed')),
              onError: showErrorToast,
            })
          }
        >
          {t('invoiceDetails.remove')}
        </Button>
      </div>
    </section>
  );
}
