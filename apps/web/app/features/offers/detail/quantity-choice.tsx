import { Fieldset } from '@base-ui/react/fieldset';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { cn } from '@wopack/ui/cn.ts';
import { choiceVariants } from '@wopack/ui/form/choice.tsx';
import { formatDeadline, toCents } from '@wopack/ui/format.ts';
import { IconArrowBackUp, IconInfoCircle, IconTicket } from '@wopack/ui/icons';
import { serverDate } from '@wopack/ui/server-clock.ts';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { IconNote } from '../../../ui/icon-note.tsx';
import type { OfferDetail } from '../offers.api.ts';
import { OfferPriceRows } from './offer-facts.tsx';

interface Props {
  offer: OfferDetail;
  quantity: number;
  /** How many may be chosen. */
  max: number;
  getTotalCents: (quantity: number) => number;
  onChange: (quantity: number) => void;
  disabled: boolean;
  /** Where the payment, which has them too, is further down. */
  showsSums: boolean;
}

/** How many packs, with what they cost together and what holds for all of them. */
export function QuantityChoice({
  offer,
  quantity,
  max,
  getTotalCents,
  onChange,
  disabled,
  showsSums,
}: Props) {
  const { t } = useTranslation('offer');
  const format = useFormat();
  return (
    <section className="grid gap-4">
      <Fieldset.Root
        render={
          <RadioGroup
            value={quantity}
            disabled={disabled}
            onValueChange={(chosen) => onChange(chosen as number)}
          />
        }
        className="grid gap-2.5"
      >
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Fieldset.Legend className="font-bold">{t('quantity.title')}</Fieldset.Legend>
          <p className="text-sm text-muted">{t('quantity.limit', { count: offer.max_per_order })}</p>
        </div>
        <div className={cn('grid gap-2.5', max > 3 ? 'grid-cols-4' : 'grid-cols-3')}>
          {Array.from({ length: max }, (_, index) => index + 1).map((count) => (
            <Radio.Root
              key={count}
              value={count}
              nativeButton
              render={<button type="button" />}
              className={cn(choiceVariants({ shape: 'tile' }), 'gap-0.5 px-1')}
            >
              <span className="sr-only">
                {t('quantity.option', { count, amount: format.formatMoney(getTotalCents(count)) })}
              </span>
              <span aria-hidden="true" className="font-display text-2xl leading-7 font-extrabold">
                {count}
              </span>
              <span aria-hidden="true" className="text-xs font-semibold">
                {format.formatMoney(getTotalCents(count))}
              </span>
            </Radio.Root>
          ))}
        </div>
      </Fieldset.Root>
      {quantity > 1 ? (
        <>
          {showsSums ? (
            <dl className="grid gap-2">
              <OfferPriceRows offer={offer} quantity={quantity} />
            </dl>
          ) : null}
          <QuantityNotes offer={offer} quantity={quantity} />
        </>
      ) : null}
    </section>
  );
}

/** One ticket, until when packs can be cancelled, and how long they are on hold. */
function QuantityNotes({ offer, quantity }: { offer: OfferDetail; quantity: number }) {
  const { t, i18n } = useTranslation('offer');
  const format = useFormat();
  const now = useNow(30_000);
  const { cancel_until: cancelUntil, sale_place: salePlace } = offer;
  const unitCents = toCents(offer.price);
  const number = quantity === 2 ? 'two' : 'more';
  return (
    <ul className="grid gap-2.5">
      <IconNote icon={<IconTicket />}>{t(`quantity.oneOrder.${number}`, { count: quantity })}</IconNote>
      {cancelUntil && now < Date.parse(cancelUntil) ? (
        <IconNote icon={<IconArrowBackUp />}>
          {t(`quantity.cancel.${number}`, {
            ...formatDeadline(cancelUntil, i18n.language, salePlace.time_zone, serverDate()),
            total: format.formatMoney(unitCents * quantity),
            each: format.formatMoney(unitCents),
          })}
        </IconNote>
      ) : null}
      <IconNote icon={<IconInfoCircle />}>{t('quantity.hold')}</IconNote>
    </ul>
  );
}
