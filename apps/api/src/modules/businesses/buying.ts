import type { DbOrTrx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Actor } from '../../platform/http/route.ts';
import { findMemberRole } from './businesses.queries.ts';

/** Who decides on packs, prices and draws of a business takes none of them; other members buy as anybody. */
export async function assertMayBuyFrom(
  db: DbOrTrx,
  { id, member }: Pick<Actor, 'id' | 'member'>,
  businessId: number,
): Promise<void> {
  if (id === businessId) throw new AppError('notAllowed', { message: 'payments.ownProduct' });
  // Most buyers are members of no business, and cost no query.
  const role = member && (await findMemberRole(db, businessId, id));
  if (role === 'owner' || role === 'manager')
    throw new AppError('notAllowed', { message: 'payments.packOfOwnBusiness' });
}
