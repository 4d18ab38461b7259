import type { Context } from '../../platform/context.ts';
import { raiseAlert } from '../../platform/observability/alert.ts';
import { eraseGuestsBefore } from './decisions/decisions.queries.ts';
import { GUEST_RETENTION_MS } from './decisions/decisions.ts';
import { type LaunchSources, runLaunchChecks } from './launch/check-launch.ts';
import { notifyOfPlannedVersions } from './legal-texts/announcements.ts';
import { checkAuditChain, formatBrokenEntry } from './operators/audit-chain.queries.ts';
import { deleteEndedSessions } from './operators/operators.queries.ts';
import { updateReferralSigns } from './partners/partners.ts';
import { endSellers } from './people/sellers.ts';
import { computePresentYears } from './tax/tax.ts';

export async function adminJobs(context: Context, launchSources: LaunchSources): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.schedule('7 3 * * *', 'admin.delete-ended-sessions', async () => {
    await deleteEndedSessions(db, clock.now());
  });
  await jobs.schedule('17 4 * * *', 'admin.erase-guests', () =>
    eraseGuestsBefore(db, new Date(clock.now().getTime() - GUEST_RETENTION_MS)),
  );
  await jobs.schedule('57 3 * * *', 'admin.check-audit-log', async () => {
    const { broken, entries, head } = await checkAuditChain(context);
    // In the log it stays where a database's owner cannot change it.
    context.log.info({ entries, head }, 'audit log checked');
    if (broken) await raiseAlert(context, 'auditLog', [formatBrokenEntry(broken)]);
  });
  await jobs.schedule('23 4 * * *', 'admin.compute-tax-years', () => computePresentYears(context));
  await jobs.schedule('47 4 * * *', 'admin.check-launch', () => runLaunchChecks(context, launchSources));
  await jobs.schedule('41 * * * *', 'admin.announce-legal-texts', () => notifyOfPlannedVersions(context));
  await jobs.schedule('13 * * * *', 'admin.end-sellers', () => endSellers(context));
  await jobs.schedule('37 4 * * *', 'admin.find-referral-signs', () => updateReferralSigns(context));
}
