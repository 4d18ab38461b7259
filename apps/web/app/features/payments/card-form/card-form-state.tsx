import type { PaymentMethod } from '@wopack/contract';
import { TextButton } from '@wopack/ui/button.tsx';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hold } from '../payments.api.ts';

/** The pay button may be far from the form, in the sticky bar of a phone. */
export const scrollToForm = (form: HTMLElement): void =>
  form.scrollIntoView?.({ block: 'center', behavior: 'smooth' });

interface Props {
  id: string;
  onRetry: () => void;
  /** Error message. */
  children: ReactNode;
}

/** Replaces a card form that did not load. The pay button, which submits the form by its id, retries as well. */
export function CardFormError({ id, onRetry, children }: Props) {
  const { t } = useTranslation('errors');
  const retry = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    scrollToForm(event.currentTarget);
    onRetry();
  };
  return (
    <form id={id} noValidate onSubmit={retry} className="flex flex-wrap items-center gap-x-4">
      <FieldError>{children}</FieldError>
      <TextButton type="submit" className="text-sm">
        {t('retry')}
      </TextButton>
    </form>
  );
}

export const CardFormSkeleton = () => (
  <Loading className="grid gap-3.5">
    <Skeleton className="h-[78px]" />
    <div className="grid grid-cols-2 gap-3.5">
      <Skeleton className="h-[78px]" />
      <Skeleton className="h-[78px]" />
    </div>
  </Loading>
);

/** A press of the pay button leads here, and then to the form. */
export function LoadingCardForm({ id, onAwait }: Pick<CardFormProps, 'id' | 'onAwait'>) {
  const waitForForm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    scrollToForm(event.currentTarget);
    onAwait();
  };
  return (
    <form id={id} noValidate onSubmit={waitForForm}>
      <CardFormSkeleton />
    </form>
  );
}

/** Result of a card payment provider. */
export type PaymentOutcome =
  | { status: 'succeeded' }
  /** The bank asks the user to confirm; the answer leads to another outcome. */
  | { status: 'requires_action'; answer: (approve: boolean) => Promise<PaymentOutcome> }
  | { status: 'failed'; code: string; message: string }
  /** No response: only the server can find out. */
  | { status: 'unknown' };

/** Pays with the form's input. Rejects when the outcome is unknown. */
export type ConfirmPayment = (hold: Hold) => Promise<PaymentOutcome>;

/** Props of every provider's card form. */
export interface CardFormProps {
  /** Buttons outside the form submit it by this id. */
  id: string;
  onPay: (confirm: ConfirmPayment) => void;
  /** Something was typed: a message about the former card is over. */
  onEdit: () => void;
  amountCents: number;
  /** The card is authorised first: the server captures the payment. */
  capturesLater?: boolean;
  /** What the operator offers, of which a form may have some itself. */
  methods?: readonly PaymentMethod[];
  /** Pays by this wallet of the device instead of by the fields. */
  wallet?: 'apple_pay' | 'google_pay';
  /** Pays by this card, which the user keeps, instead of by the fields. */
  savedCard?: string;
  /** The card that is typed is kept for the next time. */
  keepsCard?: boolean;
  /** Its first field gets the focus: the user came to pay. */
  isFocused?: boolean;
  /** The pay button was pressed before the form was there. */
  onAwait: () => void;
  /** The provider's public key, where it has one. */
  publishableKey: string | null;
}
