import { Fieldset } from '@base-ui/react/fieldset';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { PaymentMethod } from '@wopack/contract';
import { IconBrandAppleFilled, IconBrandGoogle, IconCreditCard } from '@wopack/ui/icons';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type PaymentChoice, type SavedCard, useSetDefaultCard } from './payments.api.ts';
import {
  formatExpiryDate,
  getBrandName,
  SavedCardName,
  useSavedCardName,
} from './saved-cards/saved-card-name.tsx';
import type { Payment } from './use-payment.ts';

/** How the buyer pays; nothing where there is nothing to choose. */
export function MethodChoice({ payment }: { payment: Payment }) {
  const { t } = useTranslation('payment');
  const { methods, savedCards, savedCard, choice, choose, phase } = payment;
  if (methods.length + savedCards.length < 2) return null;
  // Whoever keeps cards seldom types another one.
  const ordered =
    savedCards.length > 0 ? [...methods.filter((option) => option !== 'card'), 'card' as const] : methods;
  return (
    <Fieldset.Root
      render={
        <RadioGroup
          value={choice}
          disabled={phase !== 'idle'}
          onValueChange={(chosen) => choose(chosen as PaymentChoice)}
        />
      }
      className="grid gap-2.5"
    >
      <Fieldset.Legend className="text-sm font-semibold">{t('methods.title')}</Fieldset.Legend>
      <div className="overflow-hidden rounded-md border-[1.5px] border-line-strong">
        {savedCards.map((card) => (
          <MethodOption
            key={card.id}
            value={`saved:${card.id}`}
            disabled={card.is_expired}
            mark={getBrandName(card.brand) ?? marks.card}
          >
            <span className="block font-semibold">
              <SavedCardName card={card} />
            </span>
            <span className={card.is_expired ? 'block text-sm text-danger' : 'block text-sm text-muted'}>
              {t(card.is_expired ? 'saved.expired' : 'saved.until', { date: formatExpiryDate(card) })}
              {card.is_default && savedCards.length > 1 ? ` · ${t('saved.isDefault')}` : null}
            </span>
          </MethodOption>
        ))}
        {ordered.map((option) => (
          <MethodOption key={option} value={option} mark={marks[option]}>
            <span className="block font-semibold">
              {t(option === 'card' && savedCards.length > 0 ? 'methods.otherCard' : `methods.${option}`)}
            </span>
            {option === 'mb_way' ? (
              <span className="block text-sm text-muted">{t('methods.mbWayHint')}</span>
            ) : null}
          </MethodOption>
        ))}
      </div>
      {savedCard && !savedCard.is_default ? <DefaultButton card={savedCard} /> : null}
    </Fieldset.Root>
  );
}

/** A kept card that is chosen for this payment may be chosen for the next ones too. */
function DefaultButton({ card }: { card: SavedCard }) {
  const { t } = useTranslation('payment');
  const nameCard = useSavedCardName();
  const setDefault = useSetDefaultCard();
  return (
    <button
      type="button"
      className="link min-h-11 justify-self-start text-left text-sm"
      disabled={setDefault.isPending}
      onClick={() => setDefault.mutate(card.id, { onError: showErrorToast })}
    >
      {t('saved.makeDefault', { card: nameCard(card) })}
    </button>
  );
}

const marks: Record<PaymentMethod, ReactNode> = {
  card: <IconCreditCard className="size-5" />,
  apple_pay: (
    <>
      <IconBrandAppleFilled className="size-4" /> Pay
    </>
  ),
  google_pay: (
    <>
      <IconBrandGoogle className="size-4" /> Pay
    </>
  ),
  mb_way: <span className="text-danger">MB WAY</span>,
};

interface OptionProps {
  value: string;
  mark: ReactNode;
  disabled?: boolean;
  children: ReactNode;
}

const MethodOption = ({ value, mark, disabled, children }: OptionProps) => (
  <Radio.Root
    value={value}
    disabled={disabled}
    nativeButton
    render={<button type="button" />}
    className="flex min-h-14 w-full items-center gap-3.5 border-line px-3.5 py-2 text-left not-first:border-t data-checked:bg-brand-soft not-data-checked:hover:bg-quiet focus-visible:-outline-offset-4"
  >
    <span
      aria-hidden="true"
      className="grid size-5.5 shrink-0 place-items-center rounded-full inset-ring-2 inset-ring-line-strong in-data-checked:inset-ring-text"
    >
      <Radio.Indicator className="size-3 rounded-full bg-text" />
    </span>
    <span className="min-w-0 flex-1">{children}</span>
    <span
      aria-hidden="true"
      className="inline-flex min-h-7.5 min-w-12 items-center justify-center gap-1 rounded-sm bg-raised px-2 text-xs font-bold inset-ring inset-ring-line"
    >
      {mark}
    </span>
  </Radio.Root>
);
