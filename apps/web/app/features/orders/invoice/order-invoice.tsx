import { formatTaxNumber, splitVat } from '@wopack/domain';
import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { IconBuildingStore, IconFileInvoice } from '@wopack/ui/icons';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { type BuyerOrder, useSetOrderInvoice } from '../buyer-orders.api.ts';
import { InvoiceFields } from './invoice-fields.tsx';
import { useInvoiceDraft } from './use-invoice-draft.ts';

/** An order kept for offline by an earlier version has none. */
type Invoice = BuyerOrder['invoice'] | undefined;

/** The order may be a cached one. */
const useCanChange = (invoice: Invoice): boolean => {
  const now = useNow(30_000);
  return invoice?.can_change === true && now < Date.parse(invoice.change_until);
};

/** On the ticket: the way to the invoice's page, or what was given when it is too late to change it. */
export function OrderInvoiceLink({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('invoice');
  const invoice = order.invoice as Invoice;
  const canChange = useCanChange(invoice);
  const number = invoice?.tax_number;
  const text = number ? t('given', { number: formatTaxNumber(number) }) : t('action');
  if (canChange) {
    return (
      <ButtonLink variant="ghost" fullWidth to={paths.orderInvoice(order.id)}>
        <IconFileInvoice />
        {text}
      </ButtonLink>
    );
  }
  return number ? (
    <p className="flex items-center justify-center gap-2 text-sm text-muted">
      <IconFileInvoice className="size-5 shrink-0" />
      {text}
    </p>
  ) : null;
}

/** The invoice of an order, to be given, changed or removed until the end of the pickup day. */
export function OrderInvoice({ order, onSaved }: { order: BuyerOrder; onSaved: () => void }) {
  const { t } = useTranslation('invoice');
  const canChange = useCanChange(order.invoice);
  return (
    <>
      <IssuerNote order={order} />
      {canChange ? <InvoiceForm order={order} onSaved={onSaved} /> : <PastInvoice order={order} />}
      {canChange ? null : <p className="text-center text-xs text-muted">{t('over')}</p>}
    </>
  );
}

function IssuerNote({ order: { invoice, sale_place: salePlace } }: { order: BuyerOrder }) {
  const { t } = useTranslation('invoice');
  return (
    <p className="flex items-start gap-3.5 rounded-md bg-brand-soft px-4.5 py-3.5 text-pretty">
      <IconBuildingStore className="mt-0.5 size-6 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        <Trans
          t={t}
          i18nKey="note"
          values={{ seller: invoice.seller_name ?? salePlace.name }}
          components={{ b: <b /> }}
        />
      </span>
    </p>
  );
}

function InvoiceForm({ order, onSaved }: { order: BuyerOrder; onSaved: () => void }) {
  const { t } = useTranslation('invoice');
  const { formatUntil } = useFormat();
  const { invoice } = order;
  const saveInvoice = useSetOrderInvoice(order.id);
  const [formError, setFormError] = useState<string | null>(null);
  const draft = useInvoiceDraft({
    country: invoice.country,
    saved: { invoice_name: invoice.name, invoice_tax_number: invoice.tax_number },
    isOpen: true,
  });

  function save(body: NonNullable<ReturnType<typeof draft.read>>) {
    setFormError(null);
    saveInvoice.mutate(body, {
      onSuccess: ({ data }) => {
        showToast(t(data.invoice.tax_number ? 'saved' : 'removed'));
        onSaved();
      },
      onError: (error) => {
        if (!draft.showServerErrors(error)) setFormError(getErrorMessage(error));
      },
    });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const body = draft.read();
    if (body) save(body);
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 max-sm:pb-28">
      <InvoiceFields invoice={draft}>
        <VatBreakdown order={order} />
      </InvoiceFields>
      {formError ? <FieldError>{formError}</FieldError> : null}
      <div className="grid gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-30 max-sm:bg-raised max-sm:px-4 max-sm:pt-3 max-sm:pb-[calc(12px+env(safe-area-inset-bottom))] max-sm:shadow-[0_-1px_0_var(--color-line),0_-12px_32px_rgb(52_16_42/.08)]">
        <Button type="submit" fullWidth loading={saveInvoice.isPending}>
          {t('save')}
        </Button>
        {invoice.tax_number ? (
          <Button
            variant="ghost"
            fullWidth
            size="small"
            disabled={saveInvoice.isPending}
            onClick={() => save({ invoice_tax_number: '' })}
          >
            {t('remove')}
          </Button>
        ) : null}
        <p className="text-center text-xs text-muted">
          {t('until', {
            until: formatUntil(getLastMinute(invoice.change_until), order.sale_place.time_zone),
          })}
        </p>
      </div>
    </form>
  );
}

/** 'Until 23:59' rather than until 0:00 of the next day. */
const getLastMinute = (end: string): string => new Date(Date.parse(end) - 60_000).toISOString();

function PastInvoice({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('invoice');
  const { name, tax_number: number, country } = order.invoice;
  return (
    <>
      <dl className="grid gap-3">
        <Detail term={t(country === 'PT' ? 'nif' : 'taxNumber')}>
          {number ? formatTaxNumber(number) : t('none')}
        </Detail>
        {name ? <Detail term={t('name')}>{name}</Detail> : null}
      </dl>
      <VatBreakdown order={order} />
    </>
  );
}

const Detail = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{term}</dt>
    <dd className="font-semibold wrap-anywhere">{children}</dd>
  </div>
);

/** What the price consists of, as the seller states it. */
function VatBreakdown({ order: { price_cents: paidCents, invoice } }: { order: BuyerOrder }) {
  const { t } = useTranslation('invoice');
  const { formatMoney, formatPercent } = useFormat();
  const { vat_rate: rate } = invoice;
  const vat = typeof rate === 'number' && rate > 0 ? { rate, ...splitVat(paidCents, rate) } : null;
  return (
    <dl className="grid gap-2.5 rounded-md p-4 inset-ring inset-ring-line">
      {vat ? (
        <>
          <Amount term={t('net')} className="text-muted">
            {formatMoney(vat.netCents)}
          </Amount>
          <Amount term={t('tax', { percent: formatPercent(vat.rate) })} className="text-muted">
            {formatMoney(vat.taxCents)}
          </Amount>
        </>
      ) : (
        <p className="text-sm text-pretty text-muted">
          {t(rate === 'mixed' ? 'mixed' : rate === 0 ? 'exempt' : 'notStated')}
        </p>
      )}
      <Amount term={t('paid')} className="border-t border-dashed border-line-strong pt-2.5 font-bold">
        {formatMoney(paidCents)}
      </Amount>
    </dl>
  );
}

const Amount = ({ term, className, children }: { term: string; className: string; children: ReactNode }) => (
  <div className={`flex items-baseline justify-between gap-4 ${className}`}>
    <dt>{term}</dt>
    <dd className="shrink-0 tabular-nums">{children}</dd>
  </div>
);
