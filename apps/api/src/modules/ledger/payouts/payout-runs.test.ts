import { afterEach, expect, test, vi } from 'vitest';
import type { OperatorConfig } from '../../../config/operator.ts';
import { buildPain001 } from './payout-runs.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const operator = { name: 'WoPack', iban: 'PT50000201231234567890154', bic: null } as OperatorConfig;
const file = {
  runId: 7,
  madeAt: new Date('2026-12-05T00:30:00Z'),
  executeOn: '2026-12-07',
  transfers: [
    {
      payoutId: 1,
      cents: 1234,
      iban: 'PT50000201231234567890154',
      holder: '//Rita/',
      statement: 'WP-2026-00001',
    },
  ],
};

test.each(['Atlantic/Azores', 'UTC', 'Pacific/Auckland'])(
  'the bank file has the days of the operator where the process runs in %s',
  (processZone) => {
    vi.stubEnv('TZ', processZone);
    const xml = buildPain001(operator, 'Europe/Lisbon', file);
    expect(xml).toContain('<ReqdExctnDt>2026-12-07</ReqdExctnDt>');
    expect(xml).toContain('<CreDtTm>2026-12-05T00:30:00</CreDtTm>');
    expect(xml).toContain('<Nm>Rita</Nm>');
  },
);
