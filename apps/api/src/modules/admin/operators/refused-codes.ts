import { HOUR_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Gauge } from '../../../platform/observability/metrics.ts';
import { countRefusals } from './audit.queries.ts';

export const adminGauges = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Gauge[] => [
  {
    name: 'operator_codes_refused',
    help: 'codes of the second factor of operators that were refused in the last hour',
    read: () => countRefusals(db, null, new Date(clock.now().getTime() - HOUR_MS)),
  },
];
