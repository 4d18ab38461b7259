import type { DemoAccount } from '../db/demo/accounts.ts';

interface StartupInfo {
  publicUrl: string;
  /** Where operators enter the console. */
  consoleAddress: string;
  demoAccounts: DemoAccount[];
  production: boolean;
  /** Variables of development features that others can reach. */
  exposedSettings: readonly string[];
  /** Whether nothing is sent until a recovery is confirmed. */
  isQuiet?: boolean;
}

/** Printed at startup: URL, demo accounts, and warnings. */
export function formatStartupBanner({
  publicUrl,
  consoleAddress,
  demoAccounts,
  production,
  exposedSettings,
  isQuiet,
}: StartupInfo): string {
  const accountRows = demoAccounts
    .filter(({ password }) => password !== null)
    .map(({ role, email, password }) => `  ${role.padEnd(9)} ${email}  ${password}\n`);
  const totpSecret = demoAccounts.find(
    ({ password, totpSecret }) => password !== null && totpSecret,
  )?.totpSecret;
  const accountLines = accountRows.length
    ? `\nDemo accounts${production ? ' (their password is told this once)' : ''}:\n${accountRows.join('')}${totpSecret ? `Second factor of the operators, at ${consoleAddress}: ${totpSecret}\n` : ''}`
    : '';
  return `\nWoPack is open: ${publicUrl}\n${accountLines}${production && demoAccounts.length ? DEMO_WARNING : ''}${exposedSettings.length ? formatExposureWarning(exposedSettings) : ''}${isQuiet ? QUIET_WARNING : ''}\n`;
}

const DEMO_WARNING = `
The demo is in this database: people, sales and money that are not real.
Start on an empty database before anybody sells here.
`;

const QUIET_WARNING = `
QUIET: this database was taken back to an earlier moment. No jobs run and nothing is sent until it is confirmed:
  npm run operator -- recovery show       what is due
  npm run operator -- recovery confirm
`;

const EXPOSURE_DESCRIPTIONS: Record<string, string> = {
  ENABLE_LOCAL_SIGN_IN: 'sign in as anybody',
  ENABLE_OUTBOX: 'read all mail with its codes at /dev/outbox',
  ENABLE_SANDBOX: 'pay without money',
};

export const formatExposureWarning = (exposedSettings: readonly string[]): string => `
WARNING: whoever reaches this WoPack can ${exposedSettings.map((name) => EXPOSURE_DESCRIPTIONS[name]).join(', ')}.
Switch that off by ${exposedSettings.map((name) => `${name}=0`).join(' ')}, or listen on this machine alone (HOST=127.0.0.1).
`;
