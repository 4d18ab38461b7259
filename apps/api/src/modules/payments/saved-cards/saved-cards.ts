import type { endpoints, SavedCardWish } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { type Call, SUCCESS } from '../../../platform/http/route.ts';
import { runSequentially } from '../../../platform/jobs.ts';
import type { PaymentProvider } from '../providers/payment-provider.ts';
import { deleteCustomer, findCustomer, listErasedCustomers, saveCustomer } from './saved-cards.queries.ts';
import { isCardExpired } from './saved-cards.rules.ts';

/** So many are forgotten in a run. */
const BATCH_SIZE = 100;

const throwServiceDown = (cause: Error): never => {
  throw new AppError('serviceDown', { message: 'payments.unavailable', retryAfter: 5 }, cause);
};

/** Nothing of them is stored here: the provider is asked. */
export async function listSavedCards(
  { db, clock }: Context,
  provider: PaymentProvider,
  { actor }: Call<typeof endpoints.listSavedCards>,
) {
  const customer = provider.capabilities.savedCards && (await findCustomer(db, actor.id, provider.name));
  if (!customer) return { data: [] };
  const cards = await provider.listCards(customer).catch(throwServiceDown);
  const views = cards.map(({ ref, brand, last4, expMonth, expYear, isDefault }) => ({
    id: ref,
    brand,
    last4,
    exp_month: expMonth,
    exp_year: expYear,
    is_expired: isCardExpired({ expMonth, expYear }, clock.now()),
    isDefault,
  }));
  const usable = views.filter((card) => !card.is_expired);
  const preselected = usable.find((card) => card.isDefault) ?? usable[0];
  return {
    data: views.map(({ isDefault: _, ...card }) => ({ ...card, is_default: card.id === preselected?.id })),
  };
}

export async function setDefaultCard(
  { db }: Context,
  provider: PaymentProvider,
  { actor, params: { id } }: Call<typeof endpoints.setDefaultCard>,
) {
  const customer = await findCustomer(db, actor.id, provider.name);
  if (!customer || !(await provider.setDefaultCard(customer, id).catch(throwServiceDown)))
    throw new AppError('notFound');
  return SUCCESS;
}

export async function removeSavedCard(
  { db }: Context,
  provider: PaymentProvider,
  { actor, params: { id } }: Call<typeof endpoints.removeSavedCard>,
) {
  const customer = await findCustomer(db, actor.id, provider.name);
  if (!customer || !(await provider.removeCard(customer, id).catch(throwServiceDown)))
    throw new AppError('notFound');
  return SUCCESS;
}

/**
 * Prepares an intent for a card that is to be kept, or for a kept one. The customer is made the first time, and again when
 * the provider does not know it any more: the key makes two requests at the same time one customer.
 */
export async function assignSavedCards(
  { db, clock }: Context,
  provider: PaymentProvider,
  userId: number,
  { ref, wish }: { ref: string; wish: SavedCardWish },
): Promise<void> {
  if (!provider.capabilities.savedCards) return;
  const keepsCard = wish === 'keep';
  const assign = (customer: string) =>
    provider.assignCustomer(ref, { customer, keepsCard }).catch(throwServiceDown);
  const savedRef = await findCustomer(db, userId, provider.name);
  const isAssigned = savedRef !== undefined && (await assign(savedRef));
  if (isAssigned || !keepsCard) return;
  const idempotencyKey = savedRef ? `customer.${userId}.${savedRef}` : `customer.${userId}`;
  const customer = await saveCustomer(
    db,
    {
      user_id: userId,
      provider: provider.name,
      ref: await provider.createCustomer({ userId, idempotencyKey }).catch(throwServiceDown),
      created_at: clock.now(),
    },
    savedRef,
  );
  await assign(customer);
}

/** Has the provider forget the customers of erased accounts with their cards; what fails is tried again. */
export async function forgetErasedCustomers({ db }: Context, provider: PaymentProvider): Promise<void> {
  const customers = await listErasedCustomers(db, provider.name, BATCH_SIZE);
  await runSequentially(
    customers.map(({ id, ref }) => async () => {
      await provider.deleteCustomer(ref);
      await deleteCustomer(db, id);
    }),
  );
}
