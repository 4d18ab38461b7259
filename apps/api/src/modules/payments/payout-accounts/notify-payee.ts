import { DAY_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { findBusiness, listMembers } from '../../businesses/index.ts';
import { addBusiness, notifyUser } from '../../notifications/index.ts';

/** How long a notice on a device waits to be seen. */
const NOTICE_VALID_MS = 7 * DAY_MS;

interface Notice extends Pick<Parameters<typeof notifyUser>[2], 'values' | 'tag'> {
  template: { business: string; partner: string };
}

/** The owners of a business, or the partner: by mail and on their devices. */
export async function notifyPayee(
  context: Context,
  trx: Trx,
  payeeId: number,
  notice: Notice,
): Promise<void> {
  const isBusiness = (await findBusiness(trx, payeeId))?.is_selling === true;
  const owners = isBusiness ? (await listMembers(trx, payeeId)).filter(({ role }) => role === 'owner') : [];
  for (const { user_id: userId } of owners)
    await send(context, trx, {
      userId,
      template: notice.template.business,
      notice,
      url: addBusiness('/seller/payout', payeeId, true),
    });
  if (!isBusiness) await notifyHolder(context, trx, payeeId, notice);
}

/** Whose account it is, as a person. */
export const notifyHolder = (context: Context, trx: Trx, userId: number, notice: Notice): Promise<void> =>
  send(context, trx, { userId, template: notice.template.partner, notice, url: '/account/payout' });

const send = (
  context: Context,
  trx: Trx,
  {
    userId,
    template,
    notice: { values, tag },
    url,
  }: { userId: number; template: string; notice: Notice; url: string },
): Promise<void> =>
  notifyUser(context, trx, {
    userId,
    template,
    isByWopack: true,
    isByEveryWay: true,
    values,
    url,
    tag,
    until: new Date(context.clock.now().getTime() + NOTICE_VALID_MS),
  });
