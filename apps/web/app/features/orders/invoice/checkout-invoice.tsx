import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { IconChevronDown } from '@wopack/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvoiceInput } from './invoice.api.ts';
import { InvoiceFields } from './invoice-fields.tsx';
import { useInvoiceDraft } from './use-invoice-draft.ts';

/** What was given for the hold, if there is one. */
type Hold = Parameters<typeof useInvoiceDraft>[0]['saved'];

/** Name and tax number on the page of the payment, where they are optional and folded. */
export function useCheckoutInvoice({ country, hold }: { country: string | null; hold: Hold }) {
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || Boolean(hold?.invoice_tax_number);
  const draft = useInvoiceDraft({ country: country ?? 'PT', saved: hold, isOpen });
  return {
    draft,
    isOpen,
    open: () => setOpened(true),
    /** Nothing of an invoice while the fields were not shown; null when they are wrong. */
    read: (): InvoiceInput | null => (isOpen ? draft.read() : {}),
  };
}

export type CheckoutInvoiceForm = ReturnType<typeof useCheckoutInvoice>;

/** Folded until it is opened, or something was given before. */
export function CheckoutInvoice({ invoice, seller }: { invoice: CheckoutInvoiceForm; seller: string }) {
  const { t } = useTranslation('invoice');
  const { draft, isOpen, open } = invoice;
  return (
    <details
      className="group rounded-md inset-ring-[1.5px] inset-ring-line"
      open={isOpen}
      onToggle={(event) => {
        if (event.currentTarget.open) open();
      }}
    >
      <summary className="flex min-h-[52px] list-none items-center gap-2 rounded-md px-4 py-2 text-sm font-semibold [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          {t('action')} <span className="font-normal text-muted">{t('optional')}</span>
        </span>
        <IconChevronDown className="ml-auto size-5 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-3.5 px-4 pt-1 pb-4">
        <p className="text-sm text-pretty text-muted">{t('issuer', { seller })}</p>
        {draft.isLoading ? (
          <Loading className="grid gap-3.5">
            <Skeleton className="h-[52px]" />
            <Skeleton className="h-[52px]" />
          </Loading>
        ) : (
          <InvoiceFields invoice={draft} />
        )}
      </div>
    </details>
  );
}
