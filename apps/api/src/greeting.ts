import type { DemoAccount } from '../db/demo/find-demo.ts';

/** What a start says to whoever looks: where WoPack is, and what of it is a demo. */
export function greeting(publicUrl: string, demo: DemoAccount[], production: boolean): string {
  const accounts = demo
    .filter(({ password }) => password !== null)
    .map(({ role, email, password }) => `  ${role.padEnd(8)} ${email}  ${password}\n`);
  const told = accounts.length
    ? `\nDemo accounts${production ? ' (their password is told this once)' : ''}:\n${accounts.join('')}`
    : '';
  return `\nWoPack is open: ${publicUrl}\n${told}${production && demo.length ? WARNING : ''}\n`;
}

const WARNING = `
The demo is in this database: people, sales and money that are not real.
Start on an empty database before anybody sells here.
`;
