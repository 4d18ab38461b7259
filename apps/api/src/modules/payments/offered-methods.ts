import type { PaymentMethod } from '@wopack/contract';
import type { Config } from '../../config/config.ts';
import type { PaymentProvider } from './providers/payment-provider.ts';

/** What buyers may choose from: what the operator wants and the provider can do. */
export const listOfferedMethods = (
  { paymentMethods }: Pick<Config, 'paymentMethods'>,
  { capabilities: { methods, defaultMethods } }: Pick<PaymentProvider, 'capabilities'>,
): PaymentMethod[] => methods.filter((method) => (paymentMethods ?? defaultMethods).includes(method));
