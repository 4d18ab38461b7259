import type { Context } from '../../../platform/context.ts';
import type { Gauge } from '../../../platform/observability/metrics.ts';
import { countRefusals } from './audit.queries.ts';

const HOUR_MS = 3_600_000;

export const adminGauges = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Gauge[] => [
  {
    name: 'operator_codes_refused',
    help: 'codes of the second factor of operators that were refused in the last hour',
    read: () => countRefusals(db, null, new Date(clock.now().getTime() - HOUR_MS)),
  },
];
