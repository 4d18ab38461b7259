import type { Command } from 'commander';
import type { PaymentProvider } from '../modules/payments/index.ts';
import type { Context } from '../platform/context.ts';

/** Shared by the functions that register groups of commands. */
export interface CommandContext {
  program: Command;
  context: Context;
  /** Called only by commands that need the payment provider. */
  createProvider: () => Promise<PaymentProvider>;
  print: (text: string) => void;
}

/** Aligns columns with spaces. */
export function formatTable(rows: readonly (readonly unknown[])[]): string {
  const cells = rows.map((row) => row.map((cell) => String(cell ?? '')));
  const widths = cells[0]!.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)));
  return cells
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export const formatEuros = (cents: number): string => (cents / 100).toFixed(2);

/** Parses an unsigned integer of up to nine digits. */
export function parseInteger(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${text} is not a number.`);
  return Number(text);
}
