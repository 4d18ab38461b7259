import type { DemoAccount } from '../db/demo/find-demo.ts';

interface Start {
  publicUrl: string;
  demo: DemoAccount[];
  production: boolean;
  /** Development-only parts that others can reach, by the variables that switch them off. */
  exposed: readonly string[];
}

/** What a start says to whoever looks: where WoPack is, what of it is a demo, and what of it is open to everybody. */
export function greeting({ publicUrl, demo, production, exposed }: Start): string {
  const accounts = demo
    .filter(({ password }) => password !== null)
    .map(({ role, email, password }) => `  ${role.padEnd(8)} ${email}  ${password}\n`);
  const told = accounts.length
    ? `\nDemo accounts${production ? ' (their password is told this once)' : ''}:\n${accounts.join('')}`
    : '';
  return `\nWoPack is open: ${publicUrl}\n${told}${production && demo.length ? WARNING : ''}${exposed.length ? exposedWarning(exposed) : ''}\n`;
}

const WARNING = `
The demo is in this database: people, sales and money that are not real.
Start on an empty database before anybody sells here.
`;

const REACHED: Record<string, string> = {
  ENABLE_LOCAL_SIGN_IN: 'sign in as anybody',
  ENABLE_OUTBOX: 'read all mail with its codes at /dev/outbox',
  ENABLE_SANDBOX: 'pay without money',
};

/** One text for the banner and the log. */
export const exposedWarning = (exposed: readonly string[]): string => `
WARNING: whoever reaches this WoPack can ${exposed.map((name) => REACHED[name]).join(', ')}.
Switch that off by ${exposed.map((name) => `${name}=0`).join(' ')}, or listen on this machine alone (HOST=127.0.0.1).
`;
