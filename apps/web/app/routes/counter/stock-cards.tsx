import { MAX_UNITS_PER_DAY } from '@wopack/domain';
import { Button, IconButton } from '@wopack/ui/button.tsx';
import { IconMinus, IconPlus } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { callAsDevice } from '../../features/businesses/counter/counter-client.ts';
import {
  listDaysOpenToday,
  type SellerWeek,
  type Slot,
  useSlotChange,
} from '../../features/products/seller-week/seller-week.api.ts';

/** What is on sale today, with one more, one fewer and sold out. */
export function StockCards({ week, now }: { week: SellerWeek; now: Date }) {
  const { t } = useTranslation('counter');
  const lines = week.packs
    .filter(({ state }) => state === 'active')
    .flatMap((product) =>
      listDaysOpenToday(product, now).map(({ slot }) => ({ name: product.name, slot: slot! })),
    );
  if (lines.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 font-bold">{t('stock')}</h2>
      <ul className="grid gap-3 xl:grid-cols-2">
        {lines.map(({ name, slot }) => (
          <StockCard key={slot.id} name={name} slot={slot} />
        ))}
      </ul>
    </section>
  );
}

function StockCard({ name, slot }: { name: string; slot: Slot }) {
  const { t } = useTranslation('counter');
  const { mutate } = useSlotChange(callAsDevice);
  const { quantity: all, sold, held, left } = slot;
  // A unit that was refunded instead of handed out stays used up.
  const back = all - sold - held - left;
  const isFull = all >= MAX_UNITS_PER_DAY;
  return (
    <li className="grid gap-2 rounded-md bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="min-w-0 font-bold wrap-anywhere">{name}</h3>
        {slot.left > 0 ? (
          <Button
            variant="soft"
            size="small"
            aria-label={t('soldOutOf', { name })}
            onClick={() => mutate({ slot, quantity: null })}
          >
            {t('soldOut')}
          </Button>
        ) : (
          <span className="rounded-full bg-quiet px-3 py-1.5 text-sm font-semibold">{t('isSoldOut')}</span>
        )}
      </div>
      <fieldset className="flex items-center justify-between gap-3">
        <legend className="sr-only">{name}</legend>
        <IconButton
          variant="flat"
          label={t('fewer')}
          disabled={slot.left === 0}
          onClick={() => mutate({ slot, quantity: slot.quantity - 1 })}
          className="size-14 disabled:opacity-40"
        >
          <IconMinus />
        </IconButton>
        <output className="grid justify-items-center leading-none">
          <b className="font-display text-[1.75rem] tabular-nums">{slot.left}</b>
          <span className="mt-1 text-sm text-muted">{t('onSale')}</span>
        </output>
        <IconButton
          variant="flat"
          label={isFull ? t('most', { count: MAX_UNITS_PER_DAY }) : t('more')}
          disabled={isFull}
          onClick={() => mutate({ slot, quantity: slot.quantity + 1 })}
          className="size-14 disabled:opacity-40"
        >
          <IconPlus />
        </IconButton>
      </fieldset>
      <p className="text-sm text-muted">{t(back > 0 ? 'sumBack' : 'sum', { all, sold, held, left, back })}</p>
    </li>
  );
}
