import { AppError } from '../../../platform/http/app-error.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** While WoPack is quiet, nothing is changed at the provider: callers are answered as in an outage. */
export function keepQuiet(provider: PaymentProvider, isQuiet: () => Promise<boolean>): PaymentProvider {
  const guard =
    <Args extends unknown[], Result>(change: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (await isQuiet()) throw new AppError('serviceDown', { message: 'quiet.refused' });
      return change(...args);
    };
  return {
    ...provider,
    accounts: provider.accounts && {
      ...provider.accounts,
      createAccount: guard(provider.accounts.createAccount),
      createOnboardingLink: guard(provider.accounts.createOnboardingLink),
      createLoginLink: guard(provider.accounts.createLoginLink),
    },
    transfers: provider.transfers && {
      ...provider.transfers,
      transfer: guard(provider.transfers.transfer),
      reverse: guard(provider.transfers.reverse),
    },
    createIntent: guard(provider.createIntent),
    confirmMbWay: guard(provider.confirmMbWay),
    createCustomer: guard(provider.createCustomer),
    deleteCustomer: guard(provider.deleteCustomer),
    removeCard: guard(provider.removeCard),
    setDefaultCard: guard(provider.setDefaultCard),
    assignCustomer: guard(provider.assignCustomer),
    capture: guard(provider.capture),
    cancel: guard(provider.cancel),
    cancelIdle: guard(provider.cancelIdle),
    refund: guard(provider.refund),
  };
}
