import { readFileSync } from 'node:fs';
import { Client } from 'pg';

/**
 * Tables and advisory locks in the one order of docs/locking.md, whose numbered list this is. What is not in the list is
 * locked by one transaction at a time, or with nothing else.
 */
export const LOCK_ORDER: readonly string[] = [
  ...readFileSync(new URL('../../../../docs/locking.md', import.meta.url), 'utf8').matchAll(
    /^\d+\. `(\w+)`/gm,
  ),
].map(([, name]) => name!);

/** Names of advisory locks by their first key. */
const ADVISORY_LOCKS: Record<string, string> = {
  4801: 'line',
  4802: 'link',
  4901: 'network',
  4902: 'late_credit',
  20261205: 'making_payouts',
};

/** What is at the level of parentheses of a position, from the beginning of the level to the position. */
function getLevelBefore(text: string, position: number): string {
  let depth = 0;
  let level = '';
  for (let index = position - 1; index >= 0; index--) {
    const sign = text[index]!;
    if (sign === ')') depth++;
    else if (sign === '(') {
      if (depth === 0) break;
      depth--;
    } else if (depth === 0) level = sign + level;
  }
  return level;
}

const ALIASED =
  /\b(?:from|join)\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(?!where|on|inner|left|cross|join|order|limit|for|set|using)(\w+)"?)?/g;

function listSelectedForLock(text: string, position: number, aliases: string | undefined): string[] {
  const tables = [...getLevelBefore(text, position).matchAll(ALIASED)].map(([, table, alias]) => ({
    table: table!,
    alias: alias ?? table!,
  }));
  const locked = aliases?.split(',').map((alias) => alias.trim().replaceAll('"', ''));
  return tables.filter(({ alias }) => !locked || locked.includes(alias)).map(({ table }) => table);
}

const locksByText = new Map<string, readonly string[]>();

/** Rows that a statement locks, by the names of their tables, in the order of its text. */
export function listLocks(rawText: string): readonly string[] {
  const parsed = locksByText.get(rawText);
  if (parsed) return parsed;
  const text = rawText
    .toLowerCase()
    .replace(/--[^\n]*/g, ' ')
    .replace(/\s+/g, ' ');
  const locks: { name: string; position: number }[] = [];
  const add = (name: string, position: number) => locks.push({ name, position });
  for (const match of text.matchAll(
    /(?<!\bfor )(?<!\bno key )(?<!\bdo )(?<!\bon )\bupdate (?:only )?"?(\w+)"? /g,
  ))
    add(match[1]!, match.index);
  for (const match of text.matchAll(/\binsert into "?(\w+)"?(?:(?!\binsert into\b).)*? do update\b/g))
    add(match[1]!, match.index);
  for (const match of text.matchAll(/\bdelete from "?(\w+)"?/g)) add(match[1]!, match.index);
  for (const match of text.matchAll(
    /\bfor (?:no key update|key share|update|share)\b(?: of ((?:"\w+"|\w+)(?:, (?:"\w+"|\w+))*))?/g,
  ))
    for (const name of listSelectedForLock(text, match.index, match[1])) add(name, match.index);
  const names = locks.toSorted((a, b) => a.position - b.position).map(({ name }) => name);
  locksByText.set(rawText, names);
  return names;
}

/** The advisory lock of a statement, whose key is in its text or among its values. */
function findAdvisoryLock(text: string, values: readonly unknown[] = []): string | undefined {
  const key = /pg_advisory_xact_lock(?:_shared)?\((?:\$(\d+)|(\d+))/.exec(text);
  return key ? ADVISORY_LOCKS[String(key[1] ? values[Number(key[1]) - 1] : key[2])] : undefined;
}

/** Locks of an open transaction, with the statements that took them. */
type HeldLocks = Map<string, string>;

/** What each transaction has asked for in its turn: there may have been no row, and is none later. */
const requested = new WeakMap<HeldLocks, Set<string>>();

const inversions = new Set<string>();

/** Waiting for a lock while one of a later rank is held is what deadlocks are made of, also if there is no row after all. */
function compareWithHeld(held: HeldLocks, names: readonly string[], text: string): void {
  names.forEach((name, index) => {
    const rank = LOCK_ORDER.indexOf(name);
    const requestedNames = requested.get(held)!;
    if (rank < 0 || requestedNames.has(name)) return;
    requestedNames.add(name);
    const before = [...held, ...names.slice(0, index).map((earlier) => [earlier, text] as const)];
    for (const [earlier, earlierText] of before)
      if (LOCK_ORDER.indexOf(earlier) > rank)
        inversions.add(`${name} after ${earlier}:\n  ${earlierText}\n  ${text}`);
  });
}

let isRecording = false;

/** Records, from now on and once for each process, what every connection locks. */
export function recordLocks(): void {
  if (isRecording) return;
  isRecording = true;
  const transactions = new WeakMap<Client, HeldLocks>();
  const { query } = Client.prototype;
  // biome-ignore lint/suspicious/noExplicitAny: assignable to each of pg's overloads
  Client.prototype.query = function (this: Client, ...args: any[]): any {
    const config = args[0] as string | { text?: string; values?: unknown[] };
    const text = typeof config === 'string' ? config : config?.text;
    const values = (typeof config === 'string' ? args[1] : config?.values) as unknown[] | undefined;
    const result = (query as (...all: unknown[]) => unknown).apply(this, args);
    if (!text) return result;
    if (/^(begin|start transaction)/i.test(text)) {
      const held: HeldLocks = new Map();
      requested.set(held, new Set());
      transactions.set(this, held);
    }
    // Migrations, in which nothing else is going on, are sent as several statements at once.
    else if (/^(commit|rollback)/i.test(text) || /;\s*\S/.test(text)) transactions.delete(this);
    else {
      const held = transactions.get(this);
      const advisory = findAdvisoryLock(text, values);
      const names = [...listLocks(text), ...(advisory ? [advisory] : [])];
      if (held && names.length > 0) {
        compareWithHeld(held, names, text);
        const hold = (locked: readonly string[]) => {
          for (const name of locked) if (!held.has(name)) held.set(name, text);
        };
        // Before the next statement of the transaction, which waits for this result.
        if (result instanceof Promise)
          result.then(
            ({ rowCount }: { rowCount: number | null }) =>
              hold(rowCount === 0 ? names.filter((name) => name === advisory) : names),
            () => {},
          );
        else hold(names);
      }
    }
    return result;
  } as typeof query;
}

/** What was locked against the order since the last call. */
export function takeInversions(): string[] {
  const all = [...inversions];
  inversions.clear();
  return all;
}
