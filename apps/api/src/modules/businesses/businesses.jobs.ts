import { DAY_MS } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { deleteOldInvitations } from './businesses.queries.ts';
import { deleteRemovedCounterNames } from './counter-names.queries.ts';
import { deleteEndedDevices } from './devices.queries.ts';

/** So long an invitation whose time is over can be repeated, and an ended device or a removed name is known. */
const ENDED_INVITATION_MS = 30 * DAY_MS;

export async function businessJobs({ jobs, db, clock }: Context): Promise<void> {
  await jobs.schedule('23 3 * * *', 'businesses.delete-expired-data', async () => {
    const endedBefore = new Date(clock.now().getTime() - ENDED_INVITATION_MS);
    await deleteOldInvitations(db, endedBefore);
    await deleteEndedDevices(db, endedBefore);
    await deleteRemovedCounterNames(db, endedBefore);
  });
}
