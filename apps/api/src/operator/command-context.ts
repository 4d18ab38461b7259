import type { PaymentProvider } from '../modules/payments/index.ts';
import type { Context } from '../platform/context.ts';

export interface CommandContext {
  context: Context;
  /** Called only by commands that need the payment provider. */
  createProvider: () => Promise<PaymentProvider>;
  /** Folder of the built web app; null: there is none. */
  webDir: string | null;
  print: (text: string) => void;
  /** Role that may declare a recovery; null: that of the context. */
  ownerUrl: string | null;
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
