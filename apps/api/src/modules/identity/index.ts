import type { Context } from '../../platform/context.ts';
import { deleteExpired } from './identity.queries.ts';

export { authenticateWith } from './authenticate.ts';
export { identityRoutes } from './identity.routes.ts';
export { hashPassword } from './password.ts';
export type { OnSelling } from './profile.ts';
export { randomToken } from './secrets.ts';

export const identityJobs = ({ jobs, db, clock }: Context): Promise<void> =>
  jobs.every('17 3 * * *', 'identity.clean', () => deleteExpired(db, clock.now()));
